/** Blocks of bins, to one of which every record adds 1. */
@NullMarked
package dev.weir.operators.aggregate.histogram;

import org.jspecify.annotations.NullMarked;
