package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.keys.KeySpace;
import java.util.Arrays;

/**
 * The entries of declared keys. All declared keys are released in every window, so their entries are computed from
 * configuration and need neither timers nor state. The same plan always gives the same entries, so state may refer to
 * entries.
 *
 * <p>Names are kept in the order of entries, with a reference for each (4 bytes, or 8 in a heap of 32 GB or more).
 * Without this array each name would have to be looked up by the number of its key. The numbers of a group's keys are
 * spread over the numbers of all keys, so nearly every look-up would be a cache miss.
 */
final class DeclaredEntries implements KeyEntries {

    private final String[] names;
    private final int[] entries;

    /**
     * Creates the entries of a key group.
     *
     * @param space the keys of the query
     * @param numbers for each entry of the group, the number of its key
     * @param entries for each key of the query, its entry in the group that the key belongs to
     */
    DeclaredEntries(KeySpace space, int[] numbers, int[] entries) {
        this.names = Arrays.stream(numbers).mapToObj(space::name).toArray(String[]::new);
        this.entries = entries;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public int entry(PartialSum partial) {
        return entries[partial.key()];
    }

    @Override
    public String name(int entry) {
        return names[entry];
    }
}
