/** Benchmarks of whole jobs and of single operations. */
@NullMarked
package dev.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
