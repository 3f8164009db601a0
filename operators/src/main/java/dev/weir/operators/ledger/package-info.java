/** The ledger of a domain as the release protocol of {@code dev.weir.accountant.journal} needs it: the port, a ledger in a folder, and what drives a start. */
@NullMarked
package dev.weir.operators.ledger;

import org.jspecify.annotations.NullMarked;
