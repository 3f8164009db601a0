/** Quantiles, largest and smallest values: trees of counts over the leaves of a public grid. */
@NullMarked
package dev.weir.operators.aggregate.quantile;

import org.jspecify.annotations.NullMarked;
