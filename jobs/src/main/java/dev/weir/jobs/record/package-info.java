/** Bytes to records or codes: total, deterministic, and silent about what a record holds. */
@NullMarked
package dev.weir.jobs.record;

import org.jspecify.annotations.NullMarked;
