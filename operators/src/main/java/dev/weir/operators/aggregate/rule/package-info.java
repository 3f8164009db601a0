/** The effects and prices of a unit's records in a cell, where every cell has noise of its own. */
@NullMarked
package dev.weir.operators.aggregate.rule;

import org.jspecify.annotations.NullMarked;
