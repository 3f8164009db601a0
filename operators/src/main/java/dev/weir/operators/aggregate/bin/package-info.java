/**
 * Blocks of bins. A record adds 1 to at most one bin of a block. Histograms, quantiles, votes and selections are such
 * blocks.
 */
@NullMarked
package dev.weir.operators.aggregate.bin;

import org.jspecify.annotations.NullMarked;
