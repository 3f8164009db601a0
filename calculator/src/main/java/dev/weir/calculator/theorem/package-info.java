/**
 * The composition theorems, one class each: the total loss of many releases, and the smaller loss of releases from a
 * sample.
 */
@NullMarked
package dev.weir.calculator.theorem;

import org.jspecify.annotations.NullMarked;
