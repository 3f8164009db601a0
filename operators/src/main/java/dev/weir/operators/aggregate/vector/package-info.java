/** Sums of vectors whose length is bounded. */
@NullMarked
package dev.weir.operators.aggregate.vector;

import org.jspecify.annotations.NullMarked;
