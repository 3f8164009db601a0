/** Typed serializers, and the one class that keeps tables under Flink's key groups. */
@NullMarked
package dev.weir.operators.state;

import org.jspecify.annotations.NullMarked;
