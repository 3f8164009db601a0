/** Samplers of the numbers that a query releases for a key at a step, with independent or correlated noise. */
@NullMarked
package dev.weir.operators.release.draw;

import org.jspecify.annotations.NullMarked;
