/** What a unit keeps of its open cells: by query and window, found by a secret hash, and written while they change. */
@NullMarked
package dev.weir.operators.gate.cell;

import org.jspecify.annotations.NullMarked;
