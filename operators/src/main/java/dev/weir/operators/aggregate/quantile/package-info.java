/** Quantiles, largest and smallest values, computed from the counts of the values of a public grid. */
@NullMarked
package dev.weir.operators.aggregate.quantile;

import org.jspecify.annotations.NullMarked;
