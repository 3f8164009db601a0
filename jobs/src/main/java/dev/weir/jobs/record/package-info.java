/** Bytes to records: a total parser for each format, and what the queries of a pipeline read from a record. */
@NullMarked
package dev.weir.jobs.record;

import org.jspecify.annotations.NullMarked;
