/** Searches for the smallest noise that reaches a target. */
@NullMarked
package dev.weir.calculator.calibrate;

import org.jspecify.annotations.NullMarked;
