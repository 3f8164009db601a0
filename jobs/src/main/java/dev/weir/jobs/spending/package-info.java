/**
 * The ledger of what replays have spent of a domain's budget, beside the folders of their results, and its refusals.
 */
@NullMarked
package dev.weir.jobs.spending;

import org.jspecify.annotations.NullMarked;
