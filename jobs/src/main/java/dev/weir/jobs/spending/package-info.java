/**
 * The ledger of what replays have spent of a domain's budget, and its refusals. By default the ledger lies beside the
 * folders of the results.
 */
@NullMarked
package dev.weir.jobs.spending;

import org.jspecify.annotations.NullMarked;
