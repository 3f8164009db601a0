/**
 * The gate: one operator that enforces the units' accounts and contribution bounds for all queries of a stream. It does
 * not pass on the ids of units.
 */
@NullMarked
package dev.weir.operators.gate;

import org.jspecify.annotations.NullMarked;
