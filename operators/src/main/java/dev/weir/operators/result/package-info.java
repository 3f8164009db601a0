/** Releases as typed, public values, as a job of the Java API receives them. */
@NullMarked
package dev.weir.operators.result;

import org.jspecify.annotations.NullMarked;
