package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.Require;
import java.util.Arrays;

/**
 * The design for running totals whose number of steps is known beforehand.
 *
 * @param steps the horizon, at least 1
 * @param times the largest number of contributions of a unit, at least 1
 * @param separation the smallest distance of two contributions of a unit in steps; 0 if several contributions may share a step
 * @param objective the error that is minimised
 * @param lastStep the step at which the series ends for good, at least {@code steps}, up to which the sensitivity counts
 */
public record PrefixDesign(long steps, long times, long separation, Objective objective, long lastStep)
        implements BltDesign {

    /** The last step of a series that never ends. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /**
     * The largest horizons at which the error with 2, 3, ... buffers is within 1 % of that of the optimal Toeplitz
     * factorisation, if the series ends at the horizon.
     */
    private static final long[] ENDING = {1L << 8, 1L << 13, 1L << 18, 1L << 23};

    /**
     * The largest horizons for 2, 3, ... buffers, if the series runs on past the horizon, so that the sensitivity counts more steps. The
     * error is then within 1 % of the optimal one, and within 1.2 % at horizons of 128 steps and fewer.
     */
    private static final long[] RUNNING_ON = {1L << 7, 1L << 12, 1L << 17, 1L << 21};

    /** The first and last logit of each search for the least mean; the first is added to the logarithm of the steps. */
    private static final double[][] MEAN_STARTS = {{0.5, -1}, {0, -2}, {-0.6, -1}, {-1, 0}, {1, -1.5}};

    private static final double[][] REPEATED_STARTS = {{0.5, 1}, {-2, 1}, {3, -2}};

    /** The error that is minimised. */
    public enum Objective {
        /** The largest standard deviation up to the horizon, which is that at the horizon. */
        MAX,
        /** The root of the mean variance over all steps up to the horizon. */
        MEAN
    }

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps}, {@code times}, {@code separation} or
     *     {@code lastStep} is out of range
     */
    public PrefixDesign {
        Require.atLeast("steps", steps, 1);
        Require.atLeast("times", times, 1);
        Require.atLeast("separation", separation, 0);
        Require.atLeast("last step", lastStep, steps);
    }

    /**
     * Creates the design that minimises the largest error over {@code steps}, for series to which a unit contributes once and that may run
     * on past the horizon.
     *
     * @param steps the horizon, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code steps} is below 1
     */
    public static PrefixDesign of(long steps) {
        return new PrefixDesign(steps, 1, 0, Objective.MAX, UNLIMITED);
    }

    @Override
    public Blt optimize(int buffers) {
        BltDesign.requireBuffers(buffers);
        BltSearch search = new BltSearch(this::loss);
        if (times == 1 || separation == 0) {
            searchSingle(search, buffers);
        } else {
            searchRepeated(search, buffers);
        }
        return search.best();
    }

    /**
     * Searches for a single contribution. The largest error is searched from one start, because only one local minimum has been found. The
     * mean error has several local minima, so it is searched from several starts.
     */
    private void searchSingle(BltSearch search, int buffers) {
        double range = StrictMath.log((double) steps);
        if (objective == Objective.MAX) {
            search.from(buffers, range + 0.5, -1);
        } else {
            Arrays.stream(MEAN_STARTS).forEach(start -> search.from(buffers, range + start[0], start[1]));
        }
    }

    /**
     * Searches for several contributions. The best decays may then lie so far apart that no search from evenly spaced logits finds them.
     * One search therefore adds one buffer after the other.
     */
    private void searchRepeated(BltSearch search, int buffers) {
        double range = StrictMath.log((double) steps);
        search.from(1, range, 0);
        for (int grown = 1; grown < buffers; grown++) {
            search.grow();
        }
        Arrays.stream(REPEATED_STARTS).forEach(start -> search.from(buffers, range + start[0], start[1]));
    }

    private double loss(Blt blt) {
        double variance = objective == Objective.MAX ? blt.variance(steps) : blt.meanVariance(steps);
        return StrictMath.log(sensitivitySquared(blt)) + StrictMath.log(variance);
    }

    @Override
    public int buffers() {
        long[] largest = lastStep == steps ? ENDING : RUNNING_ON;
        int rule = 2;
        while (rule - 2 < largest.length && steps > largest[rule - 2]) {
            rule++;
        }
        return rule;
    }

    @Override
    public double sensitivitySquared(Blt blt) {
        if (lastStep == UNLIMITED) {
            return new Gram(blt, UNLIMITED).minSeparationSquared(times, separation);
        }
        return separation == 0
                ? blt.sensitivitySquared(lastStep) * times * times
                : SeparatedColumns.squaredSensitivity(blt, lastStep, times, separation);
    }
}
