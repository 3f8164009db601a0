package dev.weir.accountant.synth;

import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Columns with declared values, and the pairs of them whose counts are released. The pairs form a tree: every column but the root is the
 * child of exactly one other column. All of it is public, and must be chosen without looking at the records.
 *
 * @param columns 1 to 100 columns with distinct names
 * @param edges the pairs, one fewer than there are columns, in any order
 * @param root the index of the column that is no child
 */
public record ColumnTree(List<Column> columns, List<Edge> edges, int root) {

    private static final int MOST_COLUMNS = 100;
    private static final int MOST_VALUES = 100_000;
    private static final long MOST_PAIRS = 1 << 20;

    /**
     * A column of records.
     *
     * @param name the name of the column
     * @param values the values that it can have, 1 to 100 000 distinct ones
     */
    public record Column(String name, List<String> values) {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if there are no values, too many, or equal ones */
        public Column {
            values = List.copyOf(values);
            Require.between("values of " + name, values.size(), 1, MOST_VALUES);
            int distinct = new HashSet<>(values).size();
            Require.that(distinct == values.size(), "values of " + name, "distinct", "not");
        }
    }

    /**
     * A pair of columns whose counts are released.
     *
     * @param parent the index of one column
     * @param child the index of the other column, which is drawn after the parent
     */
    public record Edge(int parent, int child) {}

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if names are equal, a pair has more than 2^20 combinations of values, or the
     *     edges are not a tree whose root is {@code root}
     */
    public ColumnTree {
        columns = List.copyOf(columns);
        edges = List.copyOf(edges);
        int count = (int) Require.between("columns", columns.size(), 1, MOST_COLUMNS);
        long names = columns.stream().map(Column::name).distinct().count();
        Require.that(names == count, "columns", "of distinct names", "not");
        Require.between("root", root, 0, count - 1L);
        Require.that(edges.size() == count - 1, "edges", "one fewer than columns: " + (count - 1), edges.size());
        for (Edge edge : edges) {
            Require.between("edges", Math.min(edge.parent, edge.child), 0, count - 1L);
            Require.between("edges", Math.max(edge.parent, edge.child), 0, count - 1L);
            long pairs = (long) columns.get(edge.parent).values.size()
                    * columns.get(edge.child).values.size();
            Require.that(pairs <= MOST_PAIRS, "edges", "of at most " + MOST_PAIRS + " pairs of values", pairs);
        }
        int reached = order(edges, root).size();
        Require.that(reached == count - 1, "edges", "a tree that reaches every column from the root once", "not");
    }

    /** The indexes of the edges in an order in which each parent is the root, or the child of an earlier edge. */
    public List<Integer> order() {
        return order(edges, root);
    }

    private static List<Integer> order(List<Edge> edges, int root) {
        List<Integer> order = new ArrayList<>();
        List<Integer> reached = new ArrayList<>(List.of(root));
        for (int next = 0; next < reached.size(); next++) {
            for (int i = 0; i < edges.size(); i++) {
                Edge edge = edges.get(i);
                if (edge.parent == reached.get(next) && !reached.contains(edge.child)) {
                    order.add(i);
                    reached.add(edge.child);
                }
            }
        }
        return List.copyOf(order);
    }

    /** The number of values of a column. */
    int size(int column) {
        return columns.get(column).values.size();
    }
}
