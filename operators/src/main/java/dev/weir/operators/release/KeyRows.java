package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;

/**
 * The keys of one query in one key group, as rows: the state of all keys is in arrays by row. When a cell closes, the
 * keys of all rows are released; {@link #name} is the only place where the number of a key becomes its text.
 */
interface KeyRows {

    /** How many rows there are. */
    int size();

    /** The row of a partial sum's key. */
    int row(PartialSum partial);

    /** The text of the key of a row. */
    String name(int row);
}
