/** The records of a published benchmark of streams whose keys nobody declares. */
@NullMarked
package dev.weir.benchmarks.sqlp;

import org.jspecify.annotations.NullMarked;
