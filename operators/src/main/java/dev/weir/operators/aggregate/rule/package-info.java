/** What the records of a unit do to one aggregate of a cell where every cell has noise of its own, and what they cost the unit. */
@NullMarked
package dev.weir.operators.aggregate.rule;

import org.jspecify.annotations.NullMarked;
