/** Histograms: blocks of bins. Every record adds 1 to one bin. */
@NullMarked
package dev.weir.operators.aggregate.histogram;

import org.jspecify.annotations.NullMarked;
