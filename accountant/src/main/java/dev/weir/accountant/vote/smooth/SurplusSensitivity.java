package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.vote.exact.ConfidentGnMax;

/**
 * How far one teacher may move the data-dependent loss of the check of an interactive vote, at votes that differ from the actual ones by a number
 * of teachers.
 *
 * <p>The largest surplus of a label need not be a whole number, and becomes that of another label with other votes; but one teacher moves it by at most 1. So
 * the bound is over all real numbers within the distance. They are covered by intervals of an eighth of a vote. Between two points that
 * are at most 1 apart and one of which is in the interval, the loss changes by no more than between the largest and the smallest value
 * from one end of the interval to 1 beyond the other, because the loss rises up to the threshold and falls from there on. {@link #of} refuses a loss that does not. Every
 * value is rounded up.
 */
public final class SurplusSensitivity {

    private static final int PARTS = 8;
    /** A bound on the relative error of a loss. */
    private static final double LOST = 1e-12;

    private final ConfidentGnMax mechanism;
    private final int teachers;
    private final double order;

    /**
     * Creates the sensitivity of a mechanism.
     *
     * @param mechanism the check of the surplus
     * @param teachers the number of teachers, at least 1
     * @param order a, the R&eacute;nyi order
     */
    public SurplusSensitivity(ConfidentGnMax mechanism, int teachers, double order) {
        this.mechanism = mechanism;
        this.teachers = teachers;
        this.order = order;
    }

    /**
     * The loss of a check, not rounded.
     *
     * @param surplus the largest surplus of a label, in votes
     */
    public double loss(double surplus) {
        return mechanism.checkBound().smaller(mechanism.logMiss(surplus), order);
    }

    /**
     * The largest changes of all surpluses within 0, 1, 2 and so on of the actual one.
     *
     * @param surplus the largest surplus of a label, in votes
     * @throws ArithmeticException if the loss does not rise up to the threshold and fall from there on
     */
    public SmoothSensitivity of(double surplus) {
        int middle = interval(surplus);
        int first = middle - PARTS * (teachers + 2);
        double[] losses = new double[2 * PARTS * (teachers + 2) + 1];
        for (int i = 0; i < losses.length; i++) {
            losses[i] = loss((double) (first + i) / PARTS);
        }
        requireOnePeak(losses, first);
        double[] largest = new double[teachers];
        double change = 0;
        int from = middle;
        int to = middle - 1;
        for (int d = 0; d < teachers; d++) {
            for (; from > interval(surplus - d); from--) {
                change = Math.max(change, around(losses, from - 1, first));
            }
            for (; to < interval(surplus + d); to++) {
                change = Math.max(change, around(losses, to + 1, first));
            }
            largest[d] = change;
        }
        return new SmoothSensitivity(largest);
    }

    /** The number of the interval that has a surplus. Intervals are the same for all surpluses, so that those of neighbours are nested. */
    private static int interval(double surplus) {
        return (int) Math.floor(surplus * PARTS);
    }

    /** The largest change between a point of an interval and one that is at most 1 from it. */
    private double around(double[] losses, int interval, int first) {
        double up = spread(losses, interval, interval + 1 + PARTS, first);
        double down = spread(losses, interval - PARTS, interval + 1, first);
        return Math.max(up, down);
    }

    /** The largest change between two points. */
    private double spread(double[] losses, int low, int high, int first) {
        double peak = PARTS * mechanism.threshold();
        double ends = Math.max(losses[low - first], losses[high - first]);
        double most = low <= peak && peak <= high ? Math.max(ends, loss(mechanism.threshold())) : ends;
        double change = most - Math.min(losses[low - first], losses[high - first]);
        double logMiss = Math.min(mechanism.logMiss((double) low / PARTS), mechanism.logMiss((double) high / PARTS));
        return LostDigits.roundedUp(change, most, logMiss, order);
    }

    private void requireOnePeak(double[] losses, int first) {
        double peak = PARTS * mechanism.threshold();
        for (int i = 1; i < losses.length; i++) {
            double rise = losses[i] - losses[i - 1];
            double lost = LOST * losses[i];
            boolean falls = first + i <= peak && rise < -lost;
            boolean rises = first + i - 1 >= peak && rise > lost;
            if (falls || rises) {
                throw new ArithmeticException(
                        "the loss of the check must rise up to the threshold and fall from there on");
            }
        }
    }
}
