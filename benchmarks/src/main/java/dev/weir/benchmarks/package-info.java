/** Whole-job load, measured. */
@NullMarked
package dev.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
