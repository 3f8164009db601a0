/** Failures of commands and jobs in words: what a user can do, and no message of others, which may quote a record. */
@NullMarked
package dev.weir.jobs.failure;

import org.jspecify.annotations.NullMarked;
