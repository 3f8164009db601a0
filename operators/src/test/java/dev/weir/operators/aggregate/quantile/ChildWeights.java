package dev.weir.operators.aggregate.quantile;

import java.util.Arrays;

/**
 * Solves a tree in two passes by plain recursion, with correct or wrong weights, to show the effect of wrong weights in
 * {@link LeafCounts}.
 */
enum ChildWeights {
    /** The weights with the least variance. */
    RIGHT {
        @Override
        double own(double all, double below) {
            return (all - below) / (all - 1);
        }
    },
    /** The weights of a node's own number and of its children are swapped. */
    SWAPPED {
        @Override
        double own(double all, double below) {
            return (below - 1) / (all - 1);
        }
    },
    /** A node's own number has the same weight as all its children together. */
    EQUAL {
        @Override
        double own(double all, double below) {
            return 0.5;
        }
    },
    /** A node's own number has no weight: parents correct nothing. */
    CHILDREN_ALONE {
        @Override
        double own(double all, double below) {
            return 0;
        }
    };

    private static final double PARTS = 1024;

    /**
     * Returns the weight of a node's own number.
     *
     * @param all k to the power of the node's height, where a leaf has height 1
     * @param below k to the power of the height less one
     */
    abstract double own(double all, double below);

    /**
     * Returns a solver that scales leaves, so that rounding to whole numbers loses nothing, and computes consistent nodes
     * above them.
     */
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

    /** Returns the estimates of all leaves. */
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

    /**
     * Returns the children of a node. Nodes are numbered level by level, so the children of node i follow all roots and the
     * children of earlier nodes.
     */
    private static int[] children(CountTree tree, int node) {
        int[] children = new int[tree.branching()];
        Arrays.setAll(children, i -> tree.roots() + node * tree.branching() + i);
        return children;
    }
}
