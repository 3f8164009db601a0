package dev.weir.operators.aggregate.quantile;

import java.util.Arrays;

/**
 * A tree solved in two passes by plain recursion, with right or wrong weights: what an error in the weights of {@link LeafCounts} would
 * make of it.
 */
enum ChildWeights {
    /** The weights of least variance. */
    RIGHT {
        @Override
        double own(double all, double below) {
            return (all - below) / (all - 1);
        }
    },
    /** A node's own number has the weight of its children, and they have its own. */
    SWAPPED {
        @Override
        double own(double all, double below) {
            return (below - 1) / (all - 1);
        }
    },
    /** A node's own number weighs as much as all children together. */
    EQUAL {
        @Override
        double own(double all, double below) {
            return 0.5;
        }
    },
    /** Parents correct nothing. */
    CHILDREN_ALONE {
        @Override
        double own(double all, double below) {
            return 0;
        }
    };

    private static final double PARTS = 1024;

    /**
     * How much a node's own number weighs.
     *
     * @param all k to the power of the node's height, of which a leaf has 1
     * @param below k to the power of one less
     */
    abstract double own(double all, double below);

    /** Leaves in parts of a record, so that the rounding to whole numbers loses nothing, and consistent nodes above them. */
    TreeErrorsTest.Solver solver(CountTree tree) {
        return released -> {
            double[] leaves = leaves(tree, released);
            long[] nodes = new long[released.length];
            int first = nodes.length - leaves.length;
            for (int i = 0; i < leaves.length; i++) {
                nodes[first + i] = Math.round(PARTS * leaves[i]);
            }
            for (int node = first - 1; node >= 0; node--) {
                int child = tree.roots() + node * tree.branching();
                nodes[node] =
                        Arrays.stream(nodes, child, child + tree.branching()).sum();
            }
            return nodes;
        };
    }

    /** The estimates of all leaves. */
    double[] leaves(CountTree tree, long[] nodes) {
        double[] solved = new double[nodes.length];
        for (int root = 0; root < tree.roots(); root++) {
            up(tree, nodes, solved, root, tree.levels());
            down(tree, solved, root, tree.levels());
        }
        return Arrays.copyOfRange(solved, nodes.length - tree.leaves(), nodes.length);
    }

    private void up(CountTree tree, long[] nodes, double[] solved, int node, int height) {
        solved[node] = nodes[node];
        if (height > 1) {
            double children = 0;
            for (int child : children(tree, node)) {
                up(tree, nodes, solved, child, height - 1);
                children += solved[child];
            }
            double own = own(Math.pow(tree.branching(), height), Math.pow(tree.branching(), height - 1));
            solved[node] = own * nodes[node] + (1 - own) * children;
        }
    }

    private static void down(CountTree tree, double[] solved, int node, int height) {
        if (height > 1) {
            double more = solved[node];
            for (int child : children(tree, node)) {
                more -= solved[child];
            }
            for (int child : children(tree, node)) {
                solved[child] += more / tree.branching();
                down(tree, solved, child, height - 1);
            }
        }
    }

    /** Numbered level by level, so those of node i begin behind all roots and the children of the nodes before it. */
    private static int[] children(CountTree tree, int node) {
        int[] children = new int[tree.branching()];
        Arrays.setAll(children, i -> tree.roots() + node * tree.branching() + i);
        return children;
    }
}
