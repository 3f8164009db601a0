package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.privacy.Require;
import java.util.Arrays;

/**
 * The weights of the best linear unbiased estimates of all nodes of a tree, and the variances of these estimates. They depend on the shape and on
 * the noise alone. Instances are immutable, and take two doubles for each node.
 *
 * <p>Let v be the variance of the noise of a node's level. From the leaves up, U is the variance of the best estimate of a node from itself and what
 * is below it: v for a leaf; for any other node V = sum of U over its children is the variance of their sum, and U = V v / (V + v), or V if the
 * level is not measured. From the root down, t = U<sub>j</sub> / V<sub>i</sub> is the part of a parent's correction that child j takes, and the
 * variance of its estimate is U<sub>j</sub> (1 - t) + t&sup2; var<sub>i</sub>.
 *
 * <p>A published value is also rounded to an integer. Siblings that are leaves share one fraction, and as the tie rule turns, the rounding error of a
 * child given its parent has the variance (k&sup2; - 1) / (6 k&sup2;) with k siblings: the variance of a fraction that is uniform on the k-th parts
 * plus that of a remainder's turn. A part 1 / k of the parent's rounding error comes on top: R<sub>j</sub> = (k&sup2; - 1) / (6 k&sup2;) +
 * R<sub>i</sub> / k&sup2;, R = 1/12 for the root. Siblings with different fractions have a smaller error. Derived here.
 */
public final class TreeVariances {

    private static final double OF_ROUNDING = 1.0 / 12;

    private final LevelTree tree;
    private final boolean[] measured;
    /** The part of what children and parent disagree about that corrects the parent; for each node that is no leaf. */
    private final double[] up;
    /** The part of the parent's correction that a node takes. */
    private final double[] down;

    private final double[] variances;

    /**
     * Computes weights and variances.
     *
     * @param tree the tree
     * @param noise the variance of the noise of each level, above 0 and finite, or NaN where a level is not measured; the leaves are
     * @throws dev.weir.accountant.privacy.InvalidParameter if a variance is out of range
     */
    public TreeVariances(LevelTree tree, double... noise) {
        Require.that(noise.length == tree.levels(), "noise variances", "one for each level", noise.length);
        this.tree = tree;
        this.measured = new boolean[noise.length];
        for (int level = 0; level < noise.length; level++) {
            measured[level] = !Double.isNaN(noise[level]);
            if (measured[level]) {
                Require.positive("noise variances", noise[level]);
            }
        }
        Require.that(measured[noise.length - 1], "noise variances", "given for the leaves", "not");
        this.up = new double[tree.innerNodes()];
        this.down = new double[tree.nodes()];
        this.variances = new double[tree.nodes()];
        climb(noise);
        descend();
    }

    /** Leaves U in {@code variances}, and U<sub>j</sub> / V<sub>i</sub> in {@code down}. */
    private void climb(double[] noise) {
        int leaves = tree.levels() - 1;
        Arrays.fill(variances, tree.start(leaves), tree.nodes(), noise[leaves]);
        for (int level = leaves - 1; level >= 0; level--) {
            for (int node = tree.start(level); node < tree.start(level + 1); node++) {
                combine(node, noise[level]);
            }
        }
    }

    /** Computes the variance of a node from those of its children; NaN as its noise stands for a node that is not measured. */
    private void combine(int node, double noise) {
        double below = 0;
        int end = tree.firstChild(node + 1);
        for (int child = tree.firstChild(node); child < end; child++) {
            below += variances[child];
        }
        for (int child = tree.firstChild(node); child < end; child++) {
            down[child] = variances[child] / below;
        }
        up[node] = Double.isNaN(noise) ? 1 : noise / (below + noise);
        variances[node] = below * up[node];
    }

    private void descend() {
        for (int node = 1; node < variances.length; node++) {
            double part = down[node];
            variances[node] = variances[node] * (1 - part) + part * part * variances[tree.parent(node)];
        }
    }

    LevelTree tree() {
        return tree;
    }

    boolean isMeasured(int level) {
        return measured[level];
    }

    double up(int node) {
        return up[node];
    }

    double down(int node) {
        return down[node];
    }

    /**
     * The variance of the estimate of a node, in squared grid steps.
     *
     * @param node the index of the node among all nodes
     */
    public double estimate(int node) {
        return variances[node];
    }

    /** The variances of the integers that are published, one for each node, in squared grid steps. */
    public double[] published() {
        double[] rounding = new double[variances.length];
        rounding[0] = OF_ROUNDING;
        for (int node = 0; node < tree.innerNodes(); node++) {
            double count = tree.firstChild(node + 1) - tree.firstChild(node);
            double own = (count * count - 1) / (6 * count * count) + rounding[node] / (count * count);
            Arrays.fill(rounding, tree.firstChild(node), tree.firstChild(node + 1), own);
        }
        Arrays.setAll(rounding, node -> rounding[node] + variances[node]);
        return rounding;
    }
}
