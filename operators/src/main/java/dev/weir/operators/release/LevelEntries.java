package dev.weir.operators.release;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.gate.PartialSum;

/** The entries of nodes of measured levels. Each node has an entry, and so a total and a draw, of its own. */
final class LevelEntries implements KeyEntries {

    private final KeyEntries nodes;
    private final LevelShape shape;
    private final int[] numbers;

    /**
     * Creates the entries of a key group.
     *
     * @param nodes the entries of the nodes
     * @param shape the shape of the levels
     * @param numbers for each entry of the group, the index of its node among all nodes, ascending
     */
    LevelEntries(KeyEntries nodes, LevelShape shape, int[] numbers) {
        this.nodes = nodes;
        this.shape = shape;
        this.numbers = numbers;
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public int entry(PartialSum partial) {
        return nodes.entry(partial);
    }

    @Override
    public String name(int entry) {
        return nodes.name(entry);
    }

    @Override
    public int level(int entry) {
        return shape.levelOf(numbers[entry]);
    }

    @Override
    public KeyEntries accounts() {
        return new SharedAccount();
    }

    /**
     * The one account of all nodes. Each key group of the operator keeps the same account of it, charged at the same windows, because the answer
     * depends on the schedule alone.
     */
    private static final class SharedAccount implements KeyEntries {

        @Override
        public int size() {
            return 1;
        }

        @Override
        public int entry(PartialSum partial) {
            return 0;
        }

        @Override
        public String name(int entry) {
            return "";
        }

        @Override
        public boolean areShared() {
            return true;
        }
    }
}
