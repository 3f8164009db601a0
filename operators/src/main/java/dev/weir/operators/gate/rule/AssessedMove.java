package dev.weir.operators.gate.rule;

/** By how much the record that was assessed last moves nodes, if it counts. */
interface AssessedMove {

    /** Adds the move of the base cell to its totals. */
    void addToBase(long[] totals, int at);

    /** Adds the move of the i-th node above the base cell to its totals. */
    void addToNode(int i, long[] totals, int at);
}
