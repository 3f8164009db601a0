package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.keys.KeySpace;
import java.util.Arrays;

/**
 * Entries of declared keys. All of them are released in every window, so they are computed from configuration and need
 * neither timers nor state. The same plan gives the same entries, so state may refer to entries.
 *
 * <p>Names are kept in the order of entries, 4 bytes for each. The numbers of a group's keys are spread over the keys of
 * all groups, so a look-up by number would be a cache miss for each name.
 */
final class DeclaredEntries implements KeyEntries {

    private final String[] names;
    private final int[] entries;

    /**
     * The entries of a key group.
     *
     * @param space the keys of the query
     * @param numbers for each entry the number of its key
     * @param entries for each key of the query, its entry in its own group
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
