/**
 * The ledger of a domain as the release protocol of {@code dev.weir.accountant.journal} needs it: its interface, a
 * ledger in a folder, and the driver of starts.
 */
@NullMarked
package dev.weir.operators.ledger;

import org.jspecify.annotations.NullMarked;
