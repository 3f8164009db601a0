package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;

/**
 * A factorisation of prefix sums with which others are compared: B = C = the lower-triangular Toeplitz matrix of 1 /
 * sqrt(1 - x), with c<sub>0</sub> = 1 and c<sub>j+1</sub> = c<sub>j</sub> (2j + 1) / (2j + 2). No lower-triangular
 * Toeplitz factorisation has a smaller largest error at any number of steps (Dvijotham, McMahan, Pillutla, Steinke and
 * Thakurta (2024)). It needs all past noise at every step, so it is used for comparison only and never for a release.
 *
 * <p>Source: Fichtenberger, Henzinger and Upadhyay (2022), arXiv 2202.11205.
 */
public final class SquareRootToeplitz {

    private static final long SUMMED = 4096;
    private static final long MOST_SUMMED = 1L << 24;
    private static final double EULER = 0.5772156649015329;

    private SquareRootToeplitz() {}

    /**
     * S<sub>n</sub>, the sum of c<sub>j</sub>&sup2; over j &lt; n: the squared sensitivity to one contribution, and also the largest
     * standard deviation over n steps if the noise on C x is scaled to the sensitivity. Beyond 4096 steps it is computed by its expansion
     * (ln n + gamma + 4 ln 2) / pi - 1 / (4 pi n) + 5 / (192 pi n&sup2;), to within 10<sup>-12</sup>.
     *
     * @param steps n, at least 1
     */
    public static double sum(long steps) {
        return steps <= SUMMED ? summed(steps) : expanded((double) steps);
    }

    private static double summed(long steps) {
        double sum = 0;
        double c = 1;
        for (int j = 0; j < steps; j++) {
            sum += c * c;
            c *= ratio(j);
        }
        return sum;
    }

    private static double expanded(double n) {
        return (StrictMath.log(n) + EULER + 4 * StrictMath.log(2) - 1 / (4 * n) + 5 / (192 * n * n)) / Math.PI;
    }

    /**
     * The root of the mean variance over all steps if the noise on C x is scaled to the sensitivity to one contribution. The mean of
     * S<sub>t</sub> has a closed form: (j+1)&sup2; c<sub>j+1</sub>&sup2; - j&sup2; c<sub>j</sub>&sup2; = (j + 1/4) c<sub>j</sub>&sup2;,
     * summed over j &lt; n, gives &sum; j c<sub>j</sub>&sup2; = n&sup2; c<sub>n</sub>&sup2; - S<sub>n</sub> / 4.
     *
     * @param steps n, at least 1
     */
    public static double rootMeanSquare(long steps) {
        double all = sum(steps);
        return StrictMath.sqrt(all * (all * (1 + 0.25 / steps) - steps * squaredCoefficient(steps)));
    }

    /**
     * c<sub>n</sub>&sup2;; for n above 4096 computed from 1 - 1 / (8 n) + 1 / (128 n&sup2;) + ..., the expansion of c<sub>n</sub> sqrt(pi
     * n).
     */
    private static double squaredCoefficient(long n) {
        if (n > SUMMED) {
            double root = 1 - 0.125 / n + 1 / (128.0 * n * n);
            return root * root / (Math.PI * n);
        }
        double c = 1;
        for (int j = 0; j < n; j++) {
            c *= ratio(j);
        }
        return c * c;
    }

    /**
     * The squared sensitivity to contributions at least {@code separation} steps apart, at most {@code times} of them. The computation
     * takes time in proportion to {@code steps}, and memory in proportion to {@code separation}.
     *
     * @param steps the number of steps, at most 2<sup>24</sup>, or any number if {@code times} is 1
     * @param times the largest number of contributions, at least 1
     * @param separation the smallest distance of two contributions in steps, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is too large
     */
    public static double minSeparationSquared(long steps, long times, long separation) {
        if (times == 1 || separation >= steps) {
            return sum(steps);
        }
        requireSummable(steps);
        double[] latest = new double[(int) separation];
        long all = times > steps / separation ? steps : times * separation;
        double ended = 1;
        double c = 1;
        double sum = 0;
        for (int j = 0; j < steps; j++) {
            int at = j % latest.length;
            latest[at] += c;
            if (j >= all) {
                latest[at] -= ended;
                ended *= ratio(j - (int) all);
            }
            sum += latest[at] * latest[at];
            c *= ratio(j);
        }
        return sum;
    }

    /**
     * The l1 sensitivity to at most {@code times} contributions that are at least {@code separation} steps apart, or
     * that fall on one step if {@code separation} is 0. In the worst pattern contributions come as early as possible,
     * because columns that start later have smaller sums.
     *
     * @param steps the number of steps, at most 2<sup>24</sup>, or any number if {@code times} is 1 or {@code
     *     separation} is 0
     * @param times the largest number of contributions, at least 1
     * @param separation the smallest distance of two contributions in steps, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is too large
     */
    public static double absoluteSum(long steps, long times, long separation) {
        if (times == 1 || separation == 0 || separation >= steps) {
            // the sum of the first n coefficients is 2 n c_n, by induction
            double one = 2 * steps * StrictMath.sqrt(squaredCoefficient(steps));
            return separation == 0 ? times * one : one;
        }
        requireSummable(steps);
        long last = Math.min(times - 1, (steps - 1) / separation);
        double sum = 0;
        double column = 0;
        double c = 1;
        for (int j = 0; j < steps; j++) {
            column += c;
            c *= ratio(j);
            long started = steps - 1 - j;
            sum += started % separation == 0 && started / separation <= last ? column : 0;
        }
        return sum;
    }

    /**
     * The variance of the difference of the totals at {@code step} and {@code width} steps before it, for noise of standard deviation 1 on C
     * x: the sum of (c<sub>j</sub> - c<sub>j-width</sub>)&sup2; over j below {@code step}, with 0 for negative indices. The total before
     * the first step is 0 and has no noise. The computation takes time and memory in proportion to {@code step}.
     *
     * @param width the distance of the totals in steps, at least 1
     * @param step the step of the later total, at least {@code width}; at most 2<sup>24</sup> unless it is {@code width} itself
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code step} is too large
     */
    public static double windowVariance(long width, long step) {
        if (width == step) {
            return sum(step);
        }
        Require.that(step <= MOST_SUMMED, "step", "at most 2^24 where its window is shorter", step);
        double[] c = new double[(int) step];
        c[0] = 1;
        for (int j = 1; j < c.length; j++) {
            c[j] = c[j - 1] * ratio(j - 1);
        }
        double sum = 0;
        for (int j = 0; j < c.length; j++) {
            double difference = j < width ? c[j] : c[j] - c[j - (int) width];
            sum += difference * difference;
        }
        return sum;
    }

    private static void requireSummable(long steps) {
        Require.that(steps <= MOST_SUMMED, "steps", "at most 2^24 where contributions are separate", steps);
    }

    /** c<sub>j + 1</sub> / c<sub>j</sub>. */
    private static double ratio(int j) {
        return (2.0 * j + 1) / (2.0 * j + 2);
    }
}
