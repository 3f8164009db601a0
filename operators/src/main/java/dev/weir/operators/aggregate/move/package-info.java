/** What a record does to a block: by what vector it moves the totals of a cell, and of what size that is. */
@NullMarked
package dev.weir.operators.aggregate.move;

import org.jspecify.annotations.NullMarked;
