/** Sums and means whose clamp is learnt from the data when a window closes. */
@NullMarked
package dev.weir.operators.aggregate.clamp;

import org.jspecify.annotations.NullMarked;
