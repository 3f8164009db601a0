package dev.weir.accountant.continual.tree;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * A tree whose inner nodes have an odd number k of children, used with subtraction. Step t is written in balanced base k with digits from
 * -(k-1)/2 to (k-1)/2. The higher digits cover steps from the first on. A digit d &gt; 0 of a level adds the d nodes of the level that
 * follow the covered steps, and a digit d &lt; 0 subtracts the last |d| nodes of the level within them. Every contribution is in one node
 * of each level, so the l1 sensitivity is the number of levels. The number of nodes whose noise a running total has is the sum of the
 * absolute digits of t.
 *
 * <p>The digit of the highest level never becomes negative and may exceed (k-1)/2, so that a tree has no last step. Past {@link #capacity}
 * steps the totals become less accurate and stay as private.
 *
 * <p>Source: Andersson, Pagh, Steiner and Torkamani, "Count on Your Elders", arXiv 2408.07021; the top level without a limit is an addition
 * made here.
 *
 * @param base k, odd, 3 to 31
 * @param levels the number of levels, at least 1; base<sup>levels - 1</sup> is at most 2<sup>48</sup>
 */
public record KaryTree(int base, int levels) implements Serializable {

    private static final int LARGEST_BASE = 31;
    private static final long MOST_STEPS = 1L << 48;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code base} or {@code levels} is out of range */
    public KaryTree {
        Require.that(base >= 3 && base <= LARGEST_BASE && base % 2 == 1, "base", "odd and between 3 and 31", base);
        Require.that(
                levels >= 1 && power(base, levels - 1) <= MOST_STEPS,
                "levels",
                "between 1 and what 2^48 steps fill",
                levels);
    }

    /**
     * Creates the tree whose mean square error over {@code steps} steps is least at a given &epsilon;, with as many levels as the steps
     * need. Among equally good bases the smallest is taken.
     *
     * @param steps the number of steps, 1 to 2<sup>48</sup>
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is out of range
     */
    public static KaryTree of(long steps) {
        KaryTree best = of(steps, 3);
        for (int base = 5; base <= LARGEST_BASE; base += 2) {
            KaryTree tree = of(steps, base);
            if (tree.meanVariance(steps) < best.meanVariance(steps)) {
                best = tree;
            }
        }
        return best;
    }

    /**
     * Creates the tree of a given base with as many levels as {@code steps} steps need.
     *
     * @param steps the number of steps, 1 to 2<sup>48</sup>
     * @param base k, odd, 3 to 31
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static KaryTree of(long steps, int base) {
        Require.that(steps >= 1 && steps <= MOST_STEPS, "steps", "between 1 and 2^48", steps);
        KaryTree tree = new KaryTree(base, 1);
        while (tree.capacity() < steps) {
            tree = new KaryTree(base, tree.levels + 1);
        }
        return tree;
    }

    /** The last step whose digits are all in range: (k<sup>levels</sup> - 1) / 2. */
    public long capacity() {
        return (power(base, levels - 1) * base - 1) / 2;
    }

    /** The largest digit of all levels but the highest: (k - 1) / 2. */
    public int largestDigit() {
        return (base - 1) / 2;
    }

    /**
     * The digit of {@code step} at a level.
     *
     * @param step the step, at least 0
     * @param level the level, from 0, the lowest, to {@link #levels} - 1
     */
    public long digit(long step, int level) {
        long nodes = Math.floorDiv(step + (power(base, level) - 1) / 2, power(base, level));
        return level + 1 == levels ? nodes : Math.floorMod(nodes + largestDigit(), base) - largestDigit();
    }

    /**
     * The number of nodes that the running total of {@code step} adds or subtracts.
     *
     * @param step the step, at least 0
     */
    public long nodes(long step) {
        long sum = 0;
        for (int level = 0; level < levels; level++) {
            sum += Math.abs(digit(step, level));
        }
        return sum;
    }

    /**
     * The number of nodes that the running total of one of two steps has and that of the other has not, or has with the other sign: the nodes
     * whose noise is in the difference of the two totals. Every node has weight 1 or -1 in it, because a node is either always added or
     * always subtracted.
     *
     * <p>Within one parent, the nodes of digit d are among those of every larger digit of the same sign, and those of the other sign are other
     * nodes: |a - b| nodes differ. Under different parents, or at different places of them, all |a| + |b| do.
     *
     * @param from a step, at least 0
     * @param to another step, at least 0
     */
    public long differing(long from, long to) {
        long sum = 0;
        for (int level = 0; level < levels; level++) {
            long one = digit(from, level);
            long other = digit(to, level);
            boolean isNested = level + 1 == levels || parent(from, level) == parent(to, level);
            sum += isNested ? Math.abs(one - other) : Math.abs(one) + Math.abs(other);
        }
        return sum;
    }

    /** The number of the cycle of digits of a level that a step is in: between two carries into the level above. */
    private long parent(long step, int level) {
        long nodes = Math.floorDiv(step + (power(base, level) - 1) / 2, power(base, level));
        return Math.floorDiv(nodes + largestDigit(), base);
    }

    /**
     * The largest {@link #nodes} of any step up to {@code steps}.
     *
     * @param steps the last step that counts, at least 1
     */
    public long mostNodes(long steps) {
        long most = nodes(steps);
        long above = 0;
        for (int level = levels - 1; level >= 0; level--) {
            long digit = digit(steps, level);
            long free = (long) level * largestDigit();
            if (above == 0) {
                most = digit > 0 ? Math.max(most, digit - 1 + free) : most;
            } else if (digit > -largestDigit()) {
                most = Math.max(most, above + Math.max(largestDigit(), digit - 1) + free);
            }
            above += Math.abs(digit);
        }
        return most;
    }

    /**
     * The mean of {@link #nodes} over steps 1 to {@code steps}.
     *
     * @param steps the last step of the mean, at least 1
     */
    public double meanNodes(long steps) {
        double sum = 0;
        for (int level = 0; level < levels; level++) {
            sum += digitSum(steps, level);
        }
        return sum / steps;
    }

    /** The sum of the absolute digits of one level over steps 1 to {@code steps}: whole cycles first, then the rest. */
    private double digitSum(long steps, int level) {
        long width = power(base, level);
        if (level + 1 == levels) {
            long top = digit(steps, level);
            long rest = steps - (top * width - (width - 1) / 2) + 1;
            return top == 0 ? 0 : 0.5 * top * (top - 1) * width + (double) top * rest;
        }
        long cycles = steps / (width * base);
        double sum = (double) (cycles * width) * largestDigit() * (largestDigit() + 1);
        long from = cycles * width * base + 1;
        while (from <= steps) {
            long digit = digit(from, level);
            long last = (Math.floorDiv(from + (width - 1) / 2, width) + 1) * width - (width - 1) / 2 - 1;
            sum += (double) Math.abs(digit) * (Math.min(last, steps) - from + 1);
            from = last + 1;
        }
        return sum;
    }

    /**
     * The mean variance of a running total under Laplace noise of scale {@code levels}, at which one contribution of size 1 costs epsilon
     * 1.
     */
    private double meanVariance(long steps) {
        return 2.0 * levels * levels * meanNodes(steps);
    }

    static long power(long base, int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power = Math.multiplyExact(power, base);
        }
        return power;
    }
}
