/**
 * The ledger of a domain as the release protocol of {@code dev.weir.accountant.journal} needs it: the interface, a
 * ledger in a folder, and the classes that start a pipeline against a ledger.
 */
@NullMarked
package dev.weir.operators.ledger;

import org.jspecify.annotations.NullMarked;
