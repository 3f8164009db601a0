/** Estimates that add up: the step between release and publish where all noisy numbers of a window meet. */
@NullMarked
package dev.weir.operators.levels;

import org.jspecify.annotations.NullMarked;
