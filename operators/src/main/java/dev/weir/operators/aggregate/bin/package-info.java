/** Blocks of bins, of which a record adds 1 to one at most: what histograms, quantiles, votes and selections are counted in. */
@NullMarked
package dev.weir.operators.aggregate.bin;

import org.jspecify.annotations.NullMarked;
