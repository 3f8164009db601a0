package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.Norm;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tree of counts of a query, and the errors that noise of deviation 1 in its nodes causes. The errors are computed
 * only once, because computing them takes a pass over all leaves.
 *
 * @param tree the shape of the tree
 * @param ranks for each quantile, the error of its rank, in records, that is exceeded with probability 0.05
 * @param ignored how many records an extreme ignores on its side
 * @param count the standard deviation of the estimated number of records
 */
record TreeNoise(CountTree tree, Map<BigDecimal, Double> ranks, double ignored, double count) implements Serializable {

    TreeNoise {
        ranks = Map.copyOf(ranks);
    }

    static TreeNoise of(Norm norm, int leaves, List<OrderStatistic> statistics) {
        CountTree tree = CountTree.of(norm, leaves);
        Map<BigDecimal, Double> ranks = new HashMap<>();
        for (OrderStatistic statistic : statistics) {
            statistic
                    .at()
                    .forEach(q -> ranks.computeIfAbsent(
                            q.stripTrailingZeros(), at -> tree.rankError95(1, leaves, at.doubleValue())));
        }
        double ignored = tree.rankError95(1, leaves, 0);
        return new TreeNoise(tree, ranks, ignored, Math.sqrt(tree.variance(tree.leaves(), 0)));
    }

    double rank(BigDecimal q) {
        return ranks.getOrDefault(q.stripTrailingZeros(), Double.NaN);
    }
}
