/** The records of a ledger, their canonical bytes, and the hash chains that link them. */
@NullMarked
package dev.weir.accountant.journal.chain;

import org.jspecify.annotations.NullMarked;
