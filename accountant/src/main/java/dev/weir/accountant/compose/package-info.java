/** The privacy loss of composed releases: privacy events, their Rényi curves and their bounds. */
@NullMarked
package dev.weir.accountant.compose;

import org.jspecify.annotations.NullMarked;
