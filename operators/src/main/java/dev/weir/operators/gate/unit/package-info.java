/** The table of the units of a key group: their entries, accounts and overdrafts, and the cursor that points to one unit. */
@NullMarked
package dev.weir.operators.gate.unit;

import org.jspecify.annotations.NullMarked;
