/**
 * The descriptions of units and queries that a ledger keeps, so that accounts and the ids of releases have the same
 * meaning at every start.
 */
@NullMarked
package dev.weir.accountant.journal.meaning;

import org.jspecify.annotations.NullMarked;
