/** Records in each format that a pipeline reads, written by the formats' own libraries. */
@NullMarked
package dev.weir.benchmarks.formats;

import org.jspecify.annotations.NullMarked;
