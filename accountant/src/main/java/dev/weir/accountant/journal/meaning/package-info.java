/** What a ledger keeps of units and queries, so that an account and the id of a release mean the same at every start. */
@NullMarked
package dev.weir.accountant.journal.meaning;

import org.jspecify.annotations.NullMarked;
