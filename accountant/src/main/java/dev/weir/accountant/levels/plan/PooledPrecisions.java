package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelTree;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The best precisions of the levels of a tree under Gaussian noise, in closed form.
 *
 * <p>With lambda<sub>e</sub> as in {@link Objective} the precision of level l is a<sub>l</sub> = (lambda<sub>l</sub> - lambda<sub>l+1</sub>) /
 * n<sub>l</sub>, with n<sub>l</sub> leaves below a node. The constraint, sum of a<sub>l</sub> C<sub>l</sub> = 1, is then sum of k<sub>e</sub>
 * lambda<sub>e</sub> = 1 with k<sub>e</sub> = C<sub>e</sub> / n<sub>e</sub> - C<sub>e-1</sub> / n<sub>e-1</sub>, and a<sub>l</sub> &ge; 0 means
 * that lambda does not increase from the root to the leaves. Without the last condition lambda<sub>e</sub> is proportional to
 * sqrt(q<sub>e</sub> w<sub>e</sub> / k<sub>e</sub>). Neighbours that violate it are pooled, as in isotonic regression: they share one lambda, that
 * of the sums of their q w and of their k. All but the last level of a pool are not measured. Derived here; the iteration of {@link
 * CertifiedPrecisions} agrees with it.
 */
final class PooledPrecisions {

    private final double[] gains;
    private final double[] costs;
    private final int[] ends;
    private int blocks;

    private PooledPrecisions(int levels) {
        this.gains = new double[levels];
        this.costs = new double[levels];
        this.ends = new int[levels];
    }

    /**
     * Computes the precisions, up to a common factor.
     *
     * @param tree the tree
     * @param omegas the weight of the variance of one row, for each level
     * @param worst the planning number of each level
     */
    static double[] of(LevelTree tree, double[] omegas, BigInteger[] worst) {
        int levels = tree.levels();
        PooledPrecisions pools = new PooledPrecisions(levels);
        double[] tails = new double[levels + 1];
        for (int level = levels - 1; level >= 0; level--) {
            tails[level] = tails[level + 1] + omegas[level] * tree.meanCells(level);
        }
        double before = 0;
        for (int e = 0; e < levels; e++) {
            double multiplicity = e == 0 ? 1 : tree.nodes(e) - tree.nodes(e - 1);
            double cost = worst[e].doubleValue() / tree.meanCells(e);
            pools.add(e, multiplicity * tails[e], cost - before);
            before = cost;
        }
        return pools.precisions(tree);
    }

    private void add(int effect, double gain, double cost) {
        gains[blocks] = gain;
        costs[blocks] = cost;
        ends[blocks] = effect + 1;
        blocks++;
        while (blocks > 1 && lambda(blocks - 1) >= lambda(blocks - 2)) {
            blocks--;
            gains[blocks - 1] += gains[blocks];
            costs[blocks - 1] += costs[blocks];
            ends[blocks - 1] = ends[blocks];
        }
    }

    private double lambda(int block) {
        return costs[block] <= 0 ? Double.POSITIVE_INFINITY : Math.sqrt(gains[block] / costs[block]);
    }

    private double[] precisions(LevelTree tree) {
        double[] lambdas = new double[tree.levels() + 1];
        int from = 0;
        for (int block = 0; block < blocks; block++) {
            Arrays.fill(lambdas, from, ends[block], lambda(block));
            from = ends[block];
        }
        double[] precisions = new double[tree.levels()];
        for (int level = 0; level < precisions.length; level++) {
            precisions[level] = (lambdas[level] - lambdas[level + 1]) / tree.meanCells(level);
        }
        return precisions;
    }
}
