/**
 * Describes failures of commands and jobs: what went wrong and what a user can do. Messages of other code are left out,
 * because they may quote a record.
 */
@NullMarked
package dev.weir.jobs.failure;

import org.jspecify.annotations.NullMarked;
