package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;

/**
 * The keys of one query in one key group, as rows: whatever is kept for each key lies in arrays by row. When a cell closes,
 * the keys of all rows are released; {@link #name} is the only place where the number of a key becomes its text.
 */
interface KeyEntries {

    /** How many rows there are. */
    int size();

    /** The row of the key that a sum is about. */
    int row(PartialSum partial);

    /** The text of the key of a row. */
    String name(int row);
}
