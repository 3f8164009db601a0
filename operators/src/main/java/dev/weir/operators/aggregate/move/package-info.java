/** The moves of records: the vector by which a record moves the totals of a cell, and its size. */
@NullMarked
package dev.weir.operators.aggregate.move;

import org.jspecify.annotations.NullMarked;
