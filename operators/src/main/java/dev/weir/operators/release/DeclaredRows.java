package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.keys.KeySpace;
import java.util.Arrays;

/**
 * Rows of declared keys. All of them are released in every window, so they are computed from configuration and need
 * neither timers nor state. The same plan gives the same rows, so state may refer to rows.
 *
 * <p>Names are kept in the order of rows, 4 bytes for each. The numbers of a group's keys are spread over the keys of
 * all groups, so a look-up by number would be a cache miss for each name.
 */
final class DeclaredRows implements KeyRows {

    private final String[] names;
    private final int[] rows;

    /**
     * The rows of a key group.
     *
     * @param space the keys of the query
     * @param numbers the number of the key of each row
     * @param rows for each key of the query, its row in its own group
     */
    DeclaredRows(KeySpace space, int[] numbers, int[] rows) {
        this.names = Arrays.stream(numbers).mapToObj(space::name).toArray(String[]::new);
        this.rows = rows;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public int row(PartialSum partial) {
        return rows[partial.key()];
    }

    @Override
    public String name(int row) {
        return names[row];
    }
}
