package dev.weir.operators.gate.rule;

import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a unit's records add to one aggregate at the nodes above a base cell, and at the levels whose nodes are base cells. It keeps as many words for a
 * base cell as for each other touched node.
 */
abstract class LevelMoves {

    private final Place place;

    /**
     * The place of an aggregate in a query with levels.
     *
     * @param aggregate the number of the aggregate
     * @param wordAt the offset of its first word among the words of a record
     * @param coordinateAt the offset of its first total among the totals of a node
     * @param keptAt the offset of its first word in what is kept of a base cell and of a node
     */
    record Place(int aggregate, int wordAt, int coordinateAt, int keptAt) {}

    /**
     * The levels that records of a base cell are charged at.
     *
     * @param price the price of records at all levels
     * @param cost takes the price of a record
     * @param base the measured levels whose nodes are base cells
     * @param nodes the nodes above a base cell, one for each other measured level; what is kept of them is that of all aggregates
     */
    record Charged(LevelPrice price, RecordCost cost, int[] base, NodeTotals nodes) {

        /** The norm of the noise of all levels. */
        Norm norm() {
            return price.plans().get(0).norm();
        }

        /** The weights of the levels of an aggregate; 0 where a level is not measured. */
        List<Integer> weights(int aggregate) {
            return price.plans().get(aggregate).weights();
        }

        /** The sum of the weights of all levels of an aggregate. */
        long allWeights(int aggregate) {
            return weights(aggregate).stream().mapToLong(Integer::longValue).sum();
        }

        /** The sum of the weights of the levels whose nodes are base cells, for an aggregate. */
        long baseWeight(int aggregate) {
            return IntStream.of(base).mapToLong(weights(aggregate)::get).sum();
        }

        /** The index of the price of a sum of growths times the weights of their levels. */
        int indexOfSum(int aggregate) {
            return price.indexOfSum(aggregate);
        }

        /** The index of the price of an aggregate at the i-th level whose nodes are base cells. */
        int atBase(int aggregate, int i) {
            return price.index(aggregate, base[i]);
        }

        /** The index of the price of an aggregate at the i-th level above the base cells. */
        int above(int aggregate, int i) {
            return price.index(aggregate, nodes.level(i));
        }
    }

    LevelMoves(Place place) {
        this.place = place;
    }

    final Place place() {
        return place;
    }

    /** Computes the price of a record and by how much it moves nodes, without changing the state. */
    abstract void assess(long[] kept, boolean contributed, long[] words, int from);

    /** Writes the new state of the base cell and of the nodes above it. */
    abstract void keep(long[] kept);

    /** Adds the move of the base cell to its totals. */
    abstract void addToBase(long[] totals, int at);

    /** Adds the move of the i-th node above the base cell to its totals. */
    abstract void addToNode(int i, long[] totals, int at);
}
