/** The published bytes: rows, their form in the ledger, and their public order. */
@NullMarked
package dev.weir.operators.publish.row;

import org.jspecify.annotations.NullMarked;
