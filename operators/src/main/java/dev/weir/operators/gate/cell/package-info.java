/**
 * The state of units' open cells, by query and window. Cells are found by a secret hash, and a snapshot writes them
 * while they change.
 */
@NullMarked
package dev.weir.operators.gate.cell;

import org.jspecify.annotations.NullMarked;
