/** What leaves a job in writing: rows, the card, and the counters that stay in the trusted base. */
@NullMarked
package dev.weir.jobs.output;

import org.jspecify.annotations.NullMarked;
