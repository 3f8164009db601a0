package dev.weir.operators.release;

import dev.weir.operators.keys.KeyRouting;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The known keys of each query that belong to this subtask, by key group.
 *
 * <p>4 bytes for each key of the plan, and 4 more for each key of this subtask.
 */
final class OwnedKeys {

    private final List<KeySpace> spaces;
    private final int[][] entries;
    private final int[][][] keys;

    /**
     * The keys of a plan.
     *
     * @param groups how many key groups this subtask has
     * @param groupOf maps a route to the index of its key group among them; out of range if the group is another
     * subtask's
     */
    OwnedKeys(Plan plan, int groups, IntUnaryOperator groupOf) {
        int queries = plan.queries().size();
        spaces = plan.queries().stream().map(priced -> priced.query().keys()).toList();
        entries = new int[queries][];
        keys = new int[groups][queries][];
        for (int query = 0; query < queries; query++) {
            entries[query] = place(query, groups(plan.queries().get(query).query(), groupOf));
        }
    }

    /** The group of each key of a query; for keys of other subtasks a number that is none of this subtask's groups. */
    private static int[] groups(Query query, IntUnaryOperator groupOf) {
        return query.keys().known().stream()
                .mapToInt(key -> groupOf.applyAsInt(KeyRouting.of(query.name(), key)))
                .toArray();
    }

    /** Gives each key of a query its entry in its group, in the order of their numbers. */
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
        return new DeclaredEntries(spaces.get(query), keys[group][query], entries[query]);
    }
}
