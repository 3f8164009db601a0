package dev.weir.jobs.synth;

import dev.weir.accountant.synth.ColumnTree;
import dev.weir.accountant.synth.ColumnTree.Edge;
import dev.weir.accountant.synth.PairTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The tables of pairs of columns that are counted of records. */
public final class PairCounts {

    private final Map<Edge, PairTable> tables = new LinkedHashMap<>();

    /**
     * Makes empty tables of the pairs that a tree joins.
     *
     * @param tree the tree
     */
    public static PairCounts ofEdges(ColumnTree tree) {
        PairCounts counts = new PairCounts();
        tree.edges().forEach(edge -> counts.put(edge, tree));
        return counts;
    }

    /**
     * Makes empty tables of the pairs that a tree joins and of all others.
     *
     * @param tree the tree
     */
    public static PairCounts ofAll(ColumnTree tree) {
        PairCounts counts = ofEdges(tree);
        for (int i = 0; i < tree.columns().size(); i++) {
            for (int j = i + 1; j < tree.columns().size(); j++) {
                if (!counts.tables.containsKey(new Edge(j, i))) {
                    counts.put(new Edge(i, j), tree);
                }
            }
        }
        return counts;
    }

    private void put(Edge pair, ColumnTree tree) {
        int rows = tree.columns().get(pair.parent()).values().size();
        tables.put(
                pair,
                PairTable.empty(rows, tree.columns().get(pair.child()).values().size()));
    }

    /**
     * Counts a record.
     *
     * @param record for each column of the tree the index of the record's value
     */
    public void add(int[] record) {
        tables.forEach((pair, table) -> table.add(record[pair.parent()], record[pair.child()]));
    }

    /** The table of a pair that the tree joins. */
    PairTable of(Edge edge) {
        return Objects.requireNonNull(tables.get(edge));
    }

    /** The total variation between the tables of each pair, by pair. */
    Map<Edge, Double> distances(PairCounts other) {
        Map<Edge, Double> distances = new LinkedHashMap<>();
        tables.forEach((pair, table) -> distances.put(pair, table.distance(other.of(pair))));
        return distances;
    }
}
