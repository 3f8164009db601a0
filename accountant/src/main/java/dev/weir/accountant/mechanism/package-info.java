/** Noise and its price in one object, so that the two cannot drift apart. */
@NullMarked
package dev.weir.accountant.mechanism;

import org.jspecify.annotations.NullMarked;
