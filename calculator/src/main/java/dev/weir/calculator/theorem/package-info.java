/** The composition theorems, one small class each: what many small losses add up to, and what sampling takes off. */
@NullMarked
package dev.weir.calculator.theorem;

import org.jspecify.annotations.NullMarked;
