package dev.weir.operators.release;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The known keys of each query that belong to this subtask, by key group.
 *
 * <p>Memory: 4 bytes for each key of the plan, and 4 more for each key of this subtask.
 */
final class OwnedKeys {

    private static final int NOWHERE = -1;

    private final List<KeySpace> spaces;
    private final int[][] entries;
    private final int[][][] keys;

    /**
     * Determines which keys of a plan belong to this subtask.
     *
     * @param groups the number of key groups of this subtask
     * @param groupOf maps a route to the index of its key group among the groups of this subtask; the index is out of
     * range if the group belongs to another subtask
     */
    OwnedKeys(Plan plan, int groups, IntUnaryOperator groupOf) {
        int queries = plan.queries().size();
        spaces = plan.queries().stream().map(priced -> priced.query().keys()).toList();
        entries = new int[queries][];
        keys = new int[groups][queries][];
        for (int query = 0; query < queries; query++) {
            entries[query] = place(query, groups(plan.queries().get(query), groupOf));
        }
    }

    /** The index of the group of each key of a query; out of range for keys of other subtasks, and for keys without a draw. */
    private static int[] groups(PricedQuery priced, IntUnaryOperator groupOf) {
        List<String> known = priced.query().keys().known();
        String name = priced.query().name();
        int[] groups = new int[known.size()];
        Arrays.setAll(
                groups, key -> priced.isDrawn(key) ? groupOf.applyAsInt(KeyRouting.of(name, known.get(key))) : NOWHERE);
        return groups;
    }

    /** Assigns to each key of a query its entry in its group. Entries follow the order of the keys' numbers. */
    private int[] place(int query, int[] group) {
        int[] sizes = new int[keys.length];
        int[] placed = new int[group.length];
        for (int key = 0; key < group.length; key++) {
            placed[key] = group[key] >= 0 && group[key] < sizes.length ? sizes[group[key]]++ : -1;
        }
        for (int i = 0; i < sizes.length; i++) {
            keys[i][query] = new int[sizes[i]];
        }
        for (int key = 0; key < group.length; key++) {
            if (placed[key] >= 0) {
                keys[group[key]][query][placed[key]] = key;
            }
        }
        return placed;
    }

    /** The entries of a query in one of this subtask's key groups. */
    KeyEntries of(int group, int query) {
        int[] numbers = keys[group][query];
        KeyEntries declared = new DeclaredEntries(spaces.get(query), numbers, entries[query]);
        return spaces.get(query)
                .levels()
                .<KeyEntries>map(shape -> new LevelEntries(declared, shape, numbers))
                .orElse(declared);
    }
}
