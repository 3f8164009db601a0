package dev.weir.operators.gate.rule;

import java.util.Arrays;

/**
 * Prices a record node by node: each aggregate is charged the growth at the node of every measured level ({@link LevelMoves}). It fits all aggregates and all totals. The guarantee
 * is that of {@link LevelCells}.
 */
final class NodeGrowth implements LevelGrowth {

    private final LevelMoves[] moves;

    /** The moves, if what a unit has added to nodes follows from its base cells; otherwise none. */
    private final ScalarLevels[] scalars;

    private final NodeTotals nodes;

    /** How many words there are of each base cell. */
    private final int width;

    /** For each of some base cells, whether a node is above it: all bits, otherwise 0. */
    private long[] shared = {};

    private boolean usesBaseCells;
    private int key;
    private long[] bases = {};
    private int firstBase;
    private int cells;

    /**
     * @param moves the moves of the aggregates
     * @param nodes what the unit has added to the nodes above the base cell
     * @param kept how many words are kept of a base cell
     */
    NodeGrowth(LevelMoves[] moves, NodeTotals nodes, int kept) {
        this.moves = moves;
        this.scalars = Arrays.stream(moves).allMatch(ScalarLevels.class::isInstance)
                ? Arrays.copyOf(moves, moves.length, ScalarLevels[].class)
                : new ScalarLevels[0];
        this.nodes = nodes;
        this.width = 1 + kept;
    }

    /** Whether what a unit has added to nodes follows from its base cells. */
    boolean follows() {
        return scalars.length > 0;
    }

    @Override
    public void useBaseCells(int baseCell, long[] words, int first, int count) {
        usesBaseCells = true;
        key = baseCell;
        bases = words;
        firstBase = first;
        cells = count;
    }

    @Override
    public void useNodes() {
        usesBaseCells = false;
    }

    @Override
    public boolean assess(long[] kept, boolean contributed, long[] words, int from) {
        if (usesBaseCells) {
            nodes.clear();
            addToNodes(key, bases, firstBase, cells);
        }
        for (LevelMoves move : moves) {
            move.assess(kept, contributed, words, from + move.place().wordAt());
        }
        return true;
    }

    /** Adds what a unit has added to each of some base cells to the nodes above one of them, as {@link CellRules#addToNodes} does. */
    void addToNodes(int baseCell, long[] words, int first, int count) {
        shared = shared.length < count ? new long[count] : shared;
        for (int i = 0; i < nodes.size(); i++) {
            int node = nodes.node(baseCell, i);
            for (int cell = 0; cell < count; cell++) {
                int other = (int) (words[first + cell * width] >>> Integer.SIZE);
                shared[cell] = NodeTotals.mask(node, nodes.node(other, i));
            }
            for (ScalarLevels scalar : scalars) {
                scalar.addBases(i, shared, words, first, count);
            }
        }
    }

    @Override
    public void keep(long[] kept) {
        for (LevelMoves move : moves) {
            move.keep(kept);
        }
    }

    @Override
    public void addToBase(long[] totals, int at) {
        for (LevelMoves move : moves) {
            move.addToBase(totals, at + move.place().coordinateAt());
        }
    }

    @Override
    public void addToNode(int i, long[] totals, int at) {
        for (LevelMoves move : moves) {
            move.addToNode(i, totals, at + move.place().coordinateAt());
        }
    }
}
