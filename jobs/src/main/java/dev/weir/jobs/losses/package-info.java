/**
 * Describes the outcomes of records, with exact counts. The descriptions are for the console, which is inside the
 * trusted base, and must not go into a published file.
 */
@NullMarked
package dev.weir.jobs.losses;

import org.jspecify.annotations.NullMarked;
