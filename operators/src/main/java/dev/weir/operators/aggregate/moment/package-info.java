/** Means, variances and ratios: blocks of coordinates to which a record never adds a negative number. */
@NullMarked
package dev.weir.operators.aggregate.moment;

import org.jspecify.annotations.NullMarked;
