package dev.weir.operators.gate.rule;

/**
 * A way to compute the price of a record at all levels and by how much it moves nodes. All ways give the same numbers. For each record the caller says where the unit's
 * totals at nodes are, then calls {@link #assess}, and if the record counts {@link #keep} and the methods that add its move.
 */
interface LevelGrowth extends AssessedMove {

    /** The unit's totals at nodes follow from its base cells, with the parameters of {@link CellRules#useBaseCells}. */
    void useBaseCells(int key, long[] words, int first, int cells);

    /** The unit's totals at nodes are in the {@link NodeTotals} that the caller has filled. */
    void useNodes();

    /**
     * Adds the price of a record to the cost of the query's records, with the parameters of {@link CellRules#assess}.
     *
     * @return false, without any effect, if the price cannot be computed in this way
     */
    boolean assess(long[] kept, boolean contributed, long[] words, int from);

    /** Writes the new state of the base cell and, where the caller keeps them, of the nodes above it. */
    void keep(long[] kept);
}
