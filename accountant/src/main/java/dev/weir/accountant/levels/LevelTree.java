package dev.weir.accountant.levels;

import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree of nodes whose leaves are the base cells. Level 0 is the root, the last level are the leaves; every other node has at least one child.
 * Nodes are numbered level by level, and within a level in the order of their parents, so the children of a node are neighbours.
 */
public final class LevelTree implements LevelShape {

    private static final long serialVersionUID = 1L;

    /** The first node of each level, and behind the last level the number of nodes. */
    private final int[] starts;
    /** The first child of each node that is not a leaf, and behind them the number of nodes. */
    private final int[] firstChild;

    private final int[] parent;
    private final int[] largest;

    private LevelTree(List<int[]> children) {
        this.starts = starts(children);
        int leaves = starts[children.size()];
        this.firstChild = new int[leaves + 1];
        this.parent = new int[nodes()];
        int next = 1;
        int node = 0;
        for (int[] level : children) {
            for (int count : level) {
                firstChild[node] = next;
                Arrays.fill(parent, next, next + count, node);
                next += count;
                node++;
            }
        }
        firstChild[leaves] = next;
        this.largest = largest(below());
    }

    private static int[] starts(List<int[]> children) {
        int[] starts = new int[children.size() + 2];
        long nodes = 1;
        long all = 1;
        for (int level = 0; level < children.size(); level++) {
            starts[level + 1] = (int) all;
            int[] counts = children.get(level);
            Require.that(counts.length == nodes, "tree", "one number for each of " + nodes + " nodes", counts.length);
            nodes = Arrays.stream(counts).asLongStream().sum();
            all += nodes;
            Require.that(Arrays.stream(counts).allMatch(count -> count >= 1), "tree", "at least 1 child each", "fewer");
            Require.that(all <= MOST_NODES, "tree", "at most " + MOST_NODES + " nodes", all);
        }
        starts[children.size() + 1] = (int) all;
        return starts;
    }

    /**
     * Creates a tree.
     *
     * @param children for each level but the last the number of children of each of its nodes, each at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if the numbers describe no tree, or one that is too large
     */
    public static LevelTree of(List<int[]> children) {
        Require.between("levels", children.size() + 1L, 2, MOST_LEVELS);
        return new LevelTree(children);
    }

    /**
     * Creates a tree whose nodes have as many children as all others of their level.
     *
     * @param children the number of children of a node of each level but the last, each at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if a number is below 1, or the tree too large
     */
    public static LevelTree even(int... children) {
        Require.between("levels", children.length + 1L, 2, MOST_LEVELS);
        int[][] levels = new int[children.length][];
        long nodes = 1;
        for (int level = 0; level < children.length; level++) {
            Require.that(nodes <= MOST_NODES, "tree", "at most " + MOST_NODES + " nodes", "more");
            levels[level] = new int[(int) nodes];
            Arrays.fill(levels[level], children[level]);
            nodes *= Math.max(1, children[level]);
        }
        return new LevelTree(List.of(levels));
    }

    @Override
    public int levels() {
        return starts.length - 1;
    }

    @Override
    public int start(int level) {
        return starts[level];
    }

    /** The number of nodes that are not leaves. They come before the leaves. */
    public int innerNodes() {
        return firstChild.length - 1;
    }

    /**
     * The first child of a node.
     *
     * @param node the index of the node among all nodes, below {@link #innerNodes}; the end of its children is the first child of the next index,
     *     which may be {@link #innerNodes}
     */
    public int firstChild(int node) {
        return firstChild[node];
    }

    /**
     * The parent of a node.
     *
     * @param node the index of the node among all nodes, at least 1
     */
    public int parent(int node) {
        return parent[node];
    }

    @Override
    public long cells() {
        return nodes(levels() - 1);
    }

    @Override
    public int node(int level, long cell) {
        int node = starts[levels() - 1] + Math.toIntExact(cell);
        for (int at = levels() - 1; at > level; at--) {
            node = parent[node];
        }
        return node - starts[level];
    }

    @Override
    public long largest(int level) {
        return largest[level];
    }

    private int[] largest(int[] below) {
        return IntStream.range(0, levels())
                .map(level -> Arrays.stream(below, starts[level], starts[level + 1])
                        .max()
                        .orElseThrow())
                .toArray();
    }

    /** The number of leaves below each node. */
    private int[] below() {
        int[] below = new int[nodes()];
        Arrays.fill(below, innerNodes(), nodes(), 1);
        for (int node = nodes() - 1; node > 0; node--) {
            below[parent[node]] += below[node];
        }
        return below;
    }

    @Override
    public BigInteger squares(int level, long cells) {
        int[] sizes = Arrays.copyOfRange(below(), starts[level], starts[level + 1]);
        Arrays.sort(sizes);
        long left = cells;
        long sum = 0;
        for (int i = sizes.length - 1; i >= 0 && left > 0; i--) {
            long count = Math.min(sizes[i], left);
            sum += count * count;
            left -= count;
        }
        return BigInteger.valueOf(sum);
    }

    @Override
    public List<Effect> effects() {
        return IntStream.range(0, levels())
                .mapToObj(level -> new Effect(
                        level == 0 ? 1 : nodes(level) - nodes(level - 1),
                        IntStream.range(level, levels()).boxed().toList()))
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || (other instanceof LevelTree tree
                        && Arrays.equals(starts, tree.starts)
                        && Arrays.equals(firstChild, tree.firstChild));
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(starts) + Arrays.hashCode(firstChild);
    }
}
