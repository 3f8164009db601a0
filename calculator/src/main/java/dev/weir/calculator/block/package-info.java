/**
 * Questions about aggregates: the noise of a block, and the errors of values that are computed from its noisy
 * coordinates.
 */
@NullMarked
package dev.weir.calculator.block;

import org.jspecify.annotations.NullMarked;
