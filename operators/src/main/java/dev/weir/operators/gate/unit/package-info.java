/** The table of units of a key group: their entries, accounts and overdrafts, and the cursor that stands on one of them. */
@NullMarked
package dev.weir.operators.gate.unit;

import org.jspecify.annotations.NullMarked;
