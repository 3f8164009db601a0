/**
 * The interface between a store and the reader of a ledger, and the positions where the reading has skipped a record or
 * ended.
 */
@NullMarked
package dev.weir.accountant.journal.reading;

import org.jspecify.annotations.NullMarked;
