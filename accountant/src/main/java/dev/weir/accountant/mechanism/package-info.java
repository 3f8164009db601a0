/** Noise with its law: what is drawn, how far it strays, and what one draw costs on paper. */
@NullMarked
package dev.weir.accountant.mechanism;

import org.jspecify.annotations.NullMarked;
