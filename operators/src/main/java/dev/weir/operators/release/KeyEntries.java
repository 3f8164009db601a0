package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;

/**
 * The keys of one query in one key group, as entries: whatever is kept for each key lies in arrays by entry. When a cell closes,
 * the keys of all entries are released; {@link #name} is the only place where the number of a key becomes its text.
 */
interface KeyEntries {

    /** How many entries there are. */
    int size();

    /** The entry of the key that a sum is about. */
    int entry(PartialSum partial);

    /** The text of the key of an entry. */
    String name(int entry);
}
