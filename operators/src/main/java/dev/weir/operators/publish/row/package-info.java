/** What is published, byte for byte: rows, the ledger's form of them, and their public order. */
@NullMarked
package dev.weir.operators.publish.row;

import org.jspecify.annotations.NullMarked;
