package dev.weir.testing.scenario;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.privacy.Currency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each noisy number of a query with levels may lose. A node of a level has noise of its own, and moves by the records of all base cells below it:
 * k full-size records of one window below a node cost k times the level's price under Laplace noise, and k&sup2; times under Gaussian noise.
 *
 * @param price the prices of levels, for each aggregate
 */
record LevelPieces(LevelPrice price) {

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
            Map<Node, Long> records = new HashMap<>();
            for (Map.Entry<CountedRecords.Cell, Integer> cell : counted.entrySet()) {
                int node = shape.node(level, cell.getKey().key());
                records.merge(new Node(node, cell.getKey().end()), (long) cell.getValue(), Long::sum);
            }
            for (LevelPlan plan : price.plans()) {
                double one = plan.isMeasured(level) ? plan.price(level).toDouble() : 0;
                records.values().forEach(number -> pieces.add(one * worth(number)));
            }
        }
        return pieces;
    }

    private double worth(long records) {
        return price.share().currency() == Currency.EPSILON ? records : (double) records * records;
    }
}
