package dev.weir.accountant.synth;

import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.UniformIndex;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A law of records that is made of noisy counts of pairs of values, along a tree of columns. Any number of records may be drawn from it.
 *
 * <p>Noisy counts below 0 are taken for 0. The root has the law of its own counts, which are the sums of noisy rows,
 * clamped after they have been summed, over all tables of the root, each in inverse proportion to how many counts a row has: sums of fewer
 * counts have less noise. Each
 * other column has, given its parent, the law of the counts in the parent's row; a row without counts above 0 makes all values equally
 * likely. Columns that no edge joins depend on each other only through the columns between them.
 *
 * <p><b>Guarantee.</b> Post-processing: the model is a function of released counts and of public configuration, and its draws are
 * independent of the records given the counts. Records that are drawn cost nothing, however many they are. The counts have their own price:
 * a record is in one cell of each table, so with m columns it takes part in m - 1 counts.
 *
 * <p><b>Error.</b> Noise in the counts, and dependence between columns that the tree leaves out.
 */
public final class TreeModel {

    /** The largest sum of the sizes of a table's counts. It keeps sums over 100 tables, times {@link #FINE}, within 61 bits. */
    private static final long MOST = 1L << 48;

    /** The largest factor of a table in the sum of tables. */
    private static final long FINE = 64;

    private final ColumnTree tree;
    private final List<Integer> order;
    private final Weights root;
    private final List<List<Weights>> rows;

    private TreeModel(ColumnTree tree, Weights root, List<List<Weights>> rows) {
        this.tree = tree;
        this.order = tree.order();
        this.root = root;
        this.rows = rows;
    }

    /**
     * Makes a model of a tree with at least one edge.
     *
     * @param tree the columns and edges
     * @param tables for each edge of the tree the noisy counts: a row for each value of the parent, in it a count for each value of the
     *     child; whole numbers of any sign
     * @throws dev.weir.accountant.privacy.InvalidParameter if there is no edge, a table does not have the shape of its edge, or its
     *     counts add up to more than 2^48 in size
     */
    public static TreeModel of(ColumnTree tree, List<long[][]> tables) {
        int count = tree.edges().size();
        Require.that(count > 0, "edges", "at least one", count);
        Require.that(tables.size() == count, "tables", "one for each edge: " + count, tables.size());
        List<List<Weights>> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            check(tree, tree.edges().get(i), tables.get(i));
            List<Weights> of = new ArrayList<>();
            for (long[] row : tables.get(i)) {
                of.add(new Weights(row));
            }
            rows.add(of);
        }
        return new TreeModel(tree, new Weights(root(tree, tables)), rows);
    }

    private static void check(ColumnTree tree, ColumnTree.Edge edge, long[][] table) {
        Require.that(table.length == tree.size(edge.parent()), "tables", "a row for each value of a parent", "not");
        double size = 0;
        for (long[] row : table) {
            Require.that(row.length == tree.size(edge.child()), "tables", "a count for each value of a child", "not");
            size += Arrays.stream(row).mapToDouble(Math::abs).sum();
        }
        Require.holds(size <= MOST, "tables", "of counts that add up to at most 2^48", size);
    }

    /** The root's noisy counts, up to a factor: mixed from all of its tables, in nearly the proportion that has the least noise. */
    private static long[] root(ColumnTree tree, List<long[][]> tables) {
        List<long[][]> own = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            if (tree.edges().get(i).parent() == tree.root()) {
                own.add(tables.get(i));
            }
        }
        int shortest = own.stream().mapToInt(table -> table[0].length).min().orElseThrow();
        long[] sums = new long[tree.size(tree.root())];
        for (long[][] table : own) {
            long factor = Math.max(1, Math.round((double) FINE * shortest / table[0].length));
            for (int i = 0; i < sums.length; i++) {
                sums[i] += factor * Arrays.stream(table[i]).sum();
            }
        }
        return sums;
    }

    /**
     * Draws a record: for each column the index of its value.
     *
     * @param randomness the source of the random bits
     */
    public int[] draw(Randomness randomness) {
        int[] record = new int[tree.columns().size()];
        record[tree.root()] = root.draw(randomness);
        for (int i : order) {
            ColumnTree.Edge edge = tree.edges().get(i);
            record[edge.child()] = rows.get(i).get(record[edge.parent()]).draw(randomness);
        }
        return record;
    }

    /** Draws an index with a probability in proportion to its weight. A weight below 0 counts as 0; if all do, every index is as likely. */
    private static final class Weights {

        private final long[] upTo;

        Weights(long[] weights) {
            upTo = new long[weights.length];
            long sum = 0;
            for (int i = 0; i < weights.length; i++) {
                sum += Math.max(0, weights[i]);
                upTo[i] = sum;
            }
            for (int i = 0; sum == 0 && i < weights.length; i++) {
                upTo[i] = i + 1L;
            }
        }

        int draw(Randomness randomness) {
            long drawn = UniformIndex.below(upTo[upTo.length - 1], randomness);
            int low = 0;
            int high = upTo.length - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                boolean isAbove = drawn < upTo[middle];
                high = isAbove ? middle : high;
                low = isAbove ? low : middle + 1;
            }
            return low;
        }
    }
}
