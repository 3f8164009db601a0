/**
 * Blocks of bins, to at most one of which a record adds 1. Histograms, quantiles, votes and selections count in them.
 */
@NullMarked
package dev.weir.operators.aggregate.bin;

import org.jspecify.annotations.NullMarked;
