/** Typed serializers, and the base class of operators that keep a table for each of Flink's key groups. */
@NullMarked
package dev.weir.operators.state;

import org.jspecify.annotations.NullMarked;
