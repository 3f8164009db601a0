/** Archives of ledgers: files with the records that are cut off at the start of a ledger's log, and what they are read for. */
@NullMarked
package dev.weir.jobs.archive;

import org.jspecify.annotations.NullMarked;
