/** What replays have spent of a domain's budget: a ledger beside the folders of their results, and what it refuses. */
@NullMarked
package dev.weir.jobs.spending;

import org.jspecify.annotations.NullMarked;
