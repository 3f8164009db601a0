/** The ledger of a domain as the release protocol of {@code dev.weir.accountant.journal} needs it: the port. */
@NullMarked
package dev.weir.operators.ledger;

import org.jspecify.annotations.NullMarked;
