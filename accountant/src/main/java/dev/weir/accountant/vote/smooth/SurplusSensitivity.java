package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.vote.exact.ConfidentGnMax;

/**
 * How far one teacher may move the data-dependent loss of the check of an interactive vote, at votes that differ from the actual ones by a number
 * of teachers.
 *
 * <p>The largest surplus of a label need not be a whole number, and becomes that of another label with other votes; but one teacher moves it by at most 1. So
 * the bound is over all real numbers within the distance. They are covered by intervals of an eighth of a vote. Between two points that
 * are at most 1 apart and one of which is in the interval, the loss changes by no more than between the largest and the smallest value
 * on the points around it, because the loss rises up to the threshold and falls from there on. {@link #of} refuses a loss that does not. Every
 * value is rounded up.
 */
public final class SurplusSensitivity {

    private static final int PARTS = 8;
    private static final double RELATIVE = 1e-9;
    private static final double LOST = 1e-13;

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
        double first = surplus - teachers - 1 - 1.0 / PARTS;
        double[] losses = new double[2 * PARTS * (teachers + 1) + 3];
        for (int i = 0; i < losses.length; i++) {
            losses[i] = loss(first + (double) i / PARTS);
        }
        requireOnePeak(losses, first);
        double[] largest = new double[teachers];
        int middle = PARTS * (teachers + 1) + 1;
        double change = 0;
        for (int d = 0; d < teachers; d++) {
            int from = d == 0 ? 0 : (d - 1) * PARTS;
            for (int i = from; i <= d * PARTS; i++) {
                change = Math.max(
                        change, Math.max(around(losses, middle + i, first), around(losses, middle - i, first)));
            }
            largest[d] = change;
        }
        return new SmoothSensitivity(largest, change);
    }

    /** The largest change between a point within an eighth of point {@code i} and one that is at most 1 from it. */
    private double around(double[] losses, int i, double first) {
        double up = spread(losses, i - 1, i + PARTS + 1, first);
        double down = spread(losses, i - PARTS - 1, i + 1, first);
        return Math.max(up, down);
    }

    private double spread(double[] losses, int from, int to, double first) {
        int low = Math.max(0, from);
        int high = Math.min(losses.length - 1, to);
        boolean hasPeak = first + (double) low / PARTS <= mechanism.threshold()
                && mechanism.threshold() <= first + (double) high / PARTS;
        double ends = Math.max(losses[low], losses[high]);
        double most = hasPeak ? Math.max(ends, loss(mechanism.threshold())) : ends;
        double change = most - Math.min(losses[low], losses[high]);
        return change == 0 ? 0 : change * (1 + RELATIVE) + LOST * most;
    }

    private void requireOnePeak(double[] losses, double first) {
        for (int i = 1; i < losses.length; i++) {
            boolean isBefore = first + (double) i / PARTS <= mechanism.threshold();
            boolean isBehind = first + (double) (i - 1) / PARTS >= mechanism.threshold();
            double rise = losses[i] - losses[i - 1];
            double lost = LOST * losses[i];
            if (isBefore && rise < -lost || isBehind && rise > lost) {
                throw new ArithmeticException(
                        "the loss of the check must rise up to the threshold and fall from there on");
            }
        }
    }
}
