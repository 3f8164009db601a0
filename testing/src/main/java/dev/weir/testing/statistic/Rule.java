package dev.weir.testing.statistic;

import java.util.Arrays;

/**
 * Guesses from one number whether a world holds the canary: yes in one interval, no in another, and no guess elsewhere.
 *
 * @param yes the numbers of which it says that the canary is there
 * @param no the numbers of which it says that the canary is missing; the two have no number in common
 */
record Rule(Interval yes, Interval no) {

    /**
     * The numbers from one to another, both included; none if {@code low} is above {@code high}.
     *
     * @param low the smallest
     * @param high the largest
     */
    record Interval(double low, double high) {

        static final Interval NONE = new Interval(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

        static Interval from(double low) {
            return new Interval(low, Double.POSITIVE_INFINITY);
        }

        static Interval upTo(double high) {
            return new Interval(Double.NEGATIVE_INFINITY, high);
        }

        boolean isNone() {
            return low > high;
        }

        private int hits(double[] sorted) {
            return isNone() ? 0 : below(sorted, Math.nextUp(high)) - below(sorted, low);
        }

        /** How many are below a limit. */
        private static int below(double[] sorted, double limit) {
            int found = Arrays.binarySearch(sorted, limit);
            while (found > 0 && sorted[found - 1] == limit) {
                found--;
            }
            return found >= 0 ? found : -found - 1;
        }
    }

    /** This rule for a number that the canary makes smaller. */
    Rule exchanged() {
        return new Rule(no, yes);
    }

    /** Whether it guesses of every number. */
    boolean isTotal() {
        return !yes.isNone() && !no.isNone() && (Math.nextUp(yes.high) == no.low || Math.nextUp(no.high) == yes.low);
    }

    /**
     * Counts guesses.
     *
     * @param sorted the numbers, in ascending order
     */
    Guesses count(Arms sorted) {
        return new Guesses(
                new Guesses.Arm(yes.hits(sorted.with()), no.hits(sorted.with()), sorted.with().length),
                new Guesses.Arm(yes.hits(sorted.without()), no.hits(sorted.without()), sorted.without().length),
                isTotal());
    }
}
