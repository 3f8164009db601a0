package dev.weir.operators.gate.rule;

/** By how much the record that was assessed last moves nodes, if it counts. */
interface AssessedMove {

    /**
     * Adds integers that a record adds to its base cell, and hence to every node above it.
     *
     * @param moved one integer for each aggregate
     * @param totals the array with the totals of several cells or nodes
     * @param at the index of the first total of one of them
     */
    static void addAll(long[] moved, long[] totals, int at) {
        for (int i = 0; i < moved.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], moved[i]);
        }
    }

    /** Adds the move of the base cell to its totals. */
    void addToBase(long[] totals, int at);

    /** Adds the move of the i-th node above the base cell to its totals. */
    void addToNode(int i, long[] totals, int at);
}
