package dev.weir.accountant.continual.tree;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.List;

/**
 * The largest sum of squared node counts of a binary tree, over all patterns of at most k contributions that are at least b steps apart:
 * the squared l2 sensitivity. Evenly spaced patterns are not always the worst, so a dynamic program over heights searches all patterns. A
 * pattern of a subtree is described by its number of contributions and by how many steps are free before its first and after its last
 * contribution, up to b - 1. A pattern is dropped if another pattern with the same number of contributions has at least its value and at
 * least as many free steps on both sides. Patterns that differ by a shift are stored as one range. The result is exact; tests compare it
 * with a search by brute force.
 *
 * <p>A tree over n steps has the nodes that are complete by step n: one perfect tree for each bit of n.
 */
public final class TreeSensitivity {

    private static final long MOST_STEPS = 1L << 48;

    /** The limit of a search, in pairs of ranges that are joined or compared. */
    private static final long MOST_PAIRS = 1L << 25;

    private final int most;
    private final long gap;
    private long pairs;

    private TreeSensitivity(int most, long gap) {
        this.most = most;
        this.gap = gap;
    }

    /**
     * The squared sensitivity of a tree over {@code steps} steps.
     *
     * @param steps n, 1 to 2<sup>48</sup>
     * @param times k, at least 1; it is cut to the number of contributions that fit into the steps
     * @param separation b, at least 1
     * @throws InvalidParameter if a parameter is out of range, or if the search would join or compare too many patterns, as it does if k,
     *     so cut, is 5793 or more
     */
    public static long squared(long steps, long times, long separation) {
        Require.that(steps >= 1 && steps <= MOST_STEPS, "steps", "between 1 and 2^48", steps);
        Require.atLeast("times", times, 1);
        Require.atLeast("separation", separation, 1);
        long most = Math.min(times, (steps - 1) / separation + 1);
        if (most >= MOST_PAIRS / most) {
            throw tooMany(most);
        }
        return new TreeSensitivity((int) most, Math.min(separation, steps) - 1).largest(steps);
    }

    /**
     * A lower bound of {@link #squared}: the value for contributions at every b-th step from the first on, computed as if the nodes of one
     * height had equal counts, which minimises the sum of squares.
     *
     * @param steps n, at least 1
     * @param times k, at least 1
     * @param separation b, at least 1
     */
    public static double squaredAtLeast(long steps, long times, long separation) {
        double last = Math.min(times, (steps - 1) / separation + 1) - 1.0;
        double sum = 0;
        for (long width = 1; width <= steps; width *= 2) {
            double complete = Math.min(last, StrictMath.floor((double) (steps / width * width - 1) / separation)) + 1;
            double nodes = Math.min(complete, StrictMath.floor((complete - 1) * separation / width) + 1);
            sum += complete * complete / nodes;
        }
        return sum;
    }

    private static InvalidParameter tooMany(long times) {
        return new InvalidParameter("times", "so few that all patterns of them can be searched", times);
    }

    /**
     * Patterns of a subtree that have the same count and value and differ by a shift: {@code l} steps are free on the left and {@code free
     * - l} on the right, for every number l from {@code left} to {@code longest}.
     */
    private record Range(long value, long left, long longest, long free) {

        private static Range point(long value, long left, long right) {
            return new Range(value, left, left, left + right);
        }

        /** The largest number of free steps on the right. */
        private long right() {
            return free - left;
        }

        /**
         * Whether {@code other}, which begins no further left than this range, has the same value and free steps and continues this range
         * without a gap.
         */
        private boolean reaches(Range other) {
            return value == other.value && free == other.free && longest + 1 >= other.left;
        }

        private Range with(Range other) {
            return new Range(value, left, Math.max(longest, other.longest), free);
        }

        /** Adds to {@code rest} the part of this range that the better range does not dominate. */
        private void without(Range better, List<Range> rest) {
            long from = Math.max(left, free - better.right());
            long to = Math.min(longest, better.longest);
            if (better.free < free || from > to) {
                rest.add(this);
                return;
            }
            if (left < from) {
                rest.add(new Range(value, left, from - 1, free));
            }
            if (to < longest) {
                rest.add(new Range(value, to + 1, longest, free));
            }
        }
    }

    /**
     * The patterns of contributions to a stretch of steps that no other pattern dominates.
     *
     * @param width the number of steps
     * @param ranges the patterns by the number of contributions, from 0
     */
    private record Stretch(long width, List<List<Range>> ranges) {}

    private long largest(long steps) {
        Stretch tree = new Stretch(1, List.of(List.of(), List.of(Range.point(1, 0, 0))));
        Stretch all = new Stretch(0, List.of(List.of()));
        for (long rest = steps; rest > 0; rest >>>= 1) {
            if ((rest & 1) == 1) {
                all = joined(tree, all, 0);
            }
            tree = rest > 1 ? joined(tree, tree, 1) : tree;
        }
        return all.ranges.stream()
                .flatMap(List::stream)
                .mapToLong(Range::value)
                .max()
                .orElseThrow();
    }

    /** Joins two adjacent stretches; {@code nodes} is 1 if a node of the tree covers both, else 0. */
    private Stretch joined(Stretch left, Stretch right, int nodes) {
        List<List<Range>> ranges = new ArrayList<>();
        ranges.add(List.of());
        int all = left.ranges.size() + right.ranges.size() - 2;
        for (int count = 1; count <= Math.min(most, all); count++) {
            List<Range> found = found(left, right, count);
            if (found.isEmpty()) {
                break;
            }
            ranges.add(unbeaten(found, (long) nodes * count * count));
        }
        return new Stretch(left.width + right.width, ranges);
    }

    /** Finds the patterns of {@code count} contributions, for every way to divide these between two stretches. */
    private List<Range> found(Stretch left, Stretch right, int count) {
        List<Range> found = new ArrayList<>();
        int last = Math.min(count, left.ranges.size() - 1);
        for (int i = Math.max(0, count - right.ranges.size() + 1); i <= last; i++) {
            List<Range> lefts = left.ranges.get(i);
            List<Range> rights = right.ranges.get(count - i);
            if (i == 0) {
                rights.forEach(range -> found.add(moved(range, left.width)));
            } else if (i == count) {
                lefts.forEach(range -> found.add(widened(range, right.width)));
            } else {
                join(lefts, rights, found);
            }
        }
        count(found.size());
        return found;
    }

    private void join(List<Range> lefts, List<Range> rights, List<Range> found) {
        count((long) lefts.size() * rights.size());
        for (Range left : lefts) {
            for (Range right : rights) {
                join(left, right, found);
            }
        }
    }

    /**
     * Joins two patterns so that at least {@link #gap} steps are free between the last contribution on the left and the
     * first on the right.
     */
    private void join(Range left, Range right, List<Range> found) {
        long longest = Math.min(left.longest, right.longest + left.free - gap);
        // with at most this many free steps on its left, the left pattern lets the right pattern take its leftmost
        // position
        long loose = right.left + left.free - gap;
        long value = left.value + right.value;
        if (longest < left.left) {
            return;
        }
        found.add(
                longest <= loose
                        ? Range.point(value, longest, right.right())
                        : new Range(value, Math.max(left.left, loose), longest, left.free + right.free - gap));
    }

    /**
     * Returns the range after {@code more} free steps were added on its left. More than {@link #gap} free steps count
     * as {@link #gap}.
     */
    private Range moved(Range range, long more) {
        long left = range.left + more;
        return left >= gap
                ? Range.point(range.value, gap, range.right())
                : new Range(range.value, left, Math.min(gap, range.longest + more), range.free + more);
    }

    /** Returns the range after {@code more} free steps were added on its right. */
    private Range widened(Range range, long more) {
        long free = range.free + more;
        return free - range.longest >= gap
                ? Range.point(range.value, range.longest, gap)
                : new Range(range.value, Math.max(range.left, free - gap), range.longest, free);
    }

    /**
     * Drops the patterns that another pattern dominates, larger values first. Adds the squared count of the node above
     * the patterns, {@code node}, to the values of the rest.
     */
    private List<Range> unbeaten(List<Range> ranges, long node) {
        List<Range> kept = new ArrayList<>();
        for (Range range : merged(ranges)) {
            List<Range> rest = List.of(range);
            for (int i = 0; i < kept.size() && !rest.isEmpty(); i++) {
                rest = without(rest, kept.get(i));
            }
            kept.addAll(rest);
        }
        return kept.stream()
                .map(range -> new Range(range.value + node, range.left, range.longest, range.free))
                .toList();
    }

    private List<Range> without(List<Range> ranges, Range better) {
        count(ranges.size());
        List<Range> rest = new ArrayList<>(ranges.size());
        ranges.forEach(range -> range.without(better, rest));
        return rest;
    }

    /** Merges ranges that join without a gap. The result is sorted by value, then by free steps, largest first. */
    private static List<Range> merged(List<Range> ranges) {
        ranges.sort(TreeSensitivity::compare);
        List<Range> merged = new ArrayList<>();
        for (Range range : ranges) {
            int last = merged.size() - 1;
            if (last >= 0 && merged.get(last).reaches(range)) {
                merged.set(last, merged.get(last).with(range));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }

    private static int compare(Range a, Range b) {
        if (a.value != b.value) {
            return Long.compare(b.value, a.value);
        }
        return a.free == b.free ? Long.compare(a.left, b.left) : Long.compare(b.free, a.free);
    }

    private void count(long more) {
        pairs += more;
        if (pairs > MOST_PAIRS) {
            throw tooMany(most);
        }
    }
}
