package dev.weir.testing.scenario;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Aggregate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each noisy number of a query with levels may lose. A node of a level has noise of its own, and moves by the records of all base cells below it:
 * k full-size records of one window below a node cost k times the level's price under Laplace noise, and k&sup2; times under Gaussian noise.
 *
 * A value that does not add up over keys, such as distinct units, moves a node once in a window.
 *
 * @param price the prices of levels, for each aggregate
 * @param aggregates the values
 */
record LevelPieces(LevelPrice price, List<Aggregate> aggregates) {

    /** A node in one window. */
    private record Node(int number, long end) {}

    /**
     * The losses, for each aggregate, measured node and window that some record moves.
     *
     * @param counted how many records each base cell counts
     */
    List<Double> of(Map<CountedRecords.Cell, Integer> counted) {
        List<Double> pieces = new ArrayList<>();
        LevelShape shape = price.plans().get(0).shape();
        for (int level = 0; level < shape.levels(); level++) {
            for (int i = 0; i < aggregates.size(); i++) {
                LevelPlan plan = price.plans().get(i);
                double one = plan.isMeasured(level) ? plan.price(level).toDouble() : 0;
                boolean addsUp = aggregates.get(i).addsUpOverKeys();
                moves(shape, level, aggregates.get(i), counted)
                        .forEach(move -> pieces.add(one * worth(addsUp ? move : Math.min(1, move))));
            }
        }
        return pieces;
    }

    /** By how many full-size records each node of a level moves. */
    static Collection<Double> moves(
            LevelShape shape, int level, Aggregate aggregate, Map<CountedRecords.Cell, Integer> counted) {
        Map<Node, Double> moves = new HashMap<>();
        counted.forEach((cell, records) -> moves.merge(
                new Node(shape.node(level, cell.key()), cell.end()), move(aggregate, records), Double::sum));
        return moves.values();
    }

    /** By how many full-size records so many records move their base cell at most. A per-unit clamp bounds what a unit adds to it. */
    private static double move(Aggregate aggregate, int records) {
        return aggregate.largestSize(records, Norm.L1).doubleValue()
                / aggregate.fullSize(Norm.L1).doubleValue();
    }

    private double worth(double records) {
        return price.share().currency() == Currency.EPSILON ? records : records * records;
    }
}
