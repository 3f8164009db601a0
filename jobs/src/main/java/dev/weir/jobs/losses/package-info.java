/**
 * The outcomes of records, in words and counts, for the console, which is inside the trusted base: never for a file
 * that is published.
 */
@NullMarked
package dev.weir.jobs.losses;

import org.jspecify.annotations.NullMarked;
