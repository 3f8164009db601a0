/**
 * Reads a ledger and determines whether it has a break, which runs own the pipelines, which shares of the domain's
 * budget they have claimed, and what has been charged.
 */
@NullMarked
package dev.weir.accountant.journal.audit;

import org.jspecify.annotations.NullMarked;
