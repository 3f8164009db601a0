/** Means, variances and ratios: blocks whose coordinates are never negative and of the same sum for every record. */
@NullMarked
package dev.weir.operators.aggregate.moment;

import org.jspecify.annotations.NullMarked;
