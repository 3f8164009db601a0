/** Theorems on composition, group privacy and subsampling, one class for each. */
@NullMarked
package dev.weir.calculator.theorem;

import org.jspecify.annotations.NullMarked;
