package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;

/**
 * The keys of one query in one key group, numbered by entries from 0 on. Everything that is kept for each key lies in
 * arrays that are indexed by entry. When a cell closes, the keys of all entries are released. Only {@link #name}
 * converts an entry to the text of its key.
 */
interface KeyEntries {

    /** The number of entries. */
    int size();

    /** The entry of the key of a partial sum. */
    int entry(PartialSum partial);

    /** The index of the level of an entry's key; 0 if keys have no levels. */
    default int level(int entry) {
        return 0;
    }

    /** The entries of the accounts of keys: by default one for each key. If there is one for all keys, its entry is 0. */
    default KeyEntries accounts() {
        return this;
    }

    /** Whether there is one account for all keys. */
    default boolean areShared() {
        return false;
    }

    /** The text of the key of an entry. */
    String name(int entry);
}
