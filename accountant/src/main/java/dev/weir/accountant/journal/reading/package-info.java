/** What a store tells of a ledger that is read, and where the reading has skipped a record or ended. */
@NullMarked
package dev.weir.accountant.journal.reading;

import org.jspecify.annotations.NullMarked;
