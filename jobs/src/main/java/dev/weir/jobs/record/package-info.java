/** Decodes the bytes of records, or returns the code with which a record is refused, without revealing its content. */
@NullMarked
package dev.weir.jobs.record;

import org.jspecify.annotations.NullMarked;
