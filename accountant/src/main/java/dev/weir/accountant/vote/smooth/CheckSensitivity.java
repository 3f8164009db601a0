package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.vote.exact.ConfidentGnMax;

/**
 * How far one teacher may move the data-dependent loss of the check of a vote, at votes that differ from the actual ones by a number of
 * teachers.
 *
 * <p>The loss is a function of one whole number, the most votes of a label, which one teacher moves by at most 1. So all numbers within the distance are
 * tried: nothing is assumed about the loss. Every value is rounded up.
 */
public final class CheckSensitivity {

    private final double[] losses;
    private final double[] changes;

    /**
     * Computes the losses of all numbers.
     *
     * @param mechanism the check
     * @param teachers the number of teachers, at least 1
     * @param order a, the R&eacute;nyi order
     */
    public CheckSensitivity(ConfidentGnMax mechanism, int teachers, double order) {
        this.losses = new double[teachers + 1];
        this.changes = new double[teachers + 1];
        for (int most = 0; most <= teachers; most++) {
            losses[most] = mechanism.checkBound().smaller(mechanism.logMiss(most), order);
            if (most > 0) {
                double change = LostDigits.roundedUp(
                        Math.abs(losses[most] - losses[most - 1]),
                        Math.max(losses[most], losses[most - 1]),
                        Math.min(mechanism.logMiss(most), mechanism.logMiss(most - 1.0)),
                        order);
                changes[most] = change;
                changes[most - 1] = Math.max(changes[most - 1], change);
            }
        }
    }

    /**
     * The loss of a check, not rounded.
     *
     * @param most the most votes of a label, from 0 to the number of teachers
     */
    public double loss(int most) {
        return losses[most];
    }

    /**
     * The largest changes at exactly 0, 1, 2 and so on teachers from the votes, for as many distances as there are teachers.
     *
     * @param most the most votes of a label, from 0 to the number of teachers
     */
    public SmoothSensitivity of(int most) {
        double[] path = new double[losses.length - 1];
        for (int d = 0; d < path.length; d++) {
            path[d] = Math.max(at(most + d), at(most - d));
        }
        return new SmoothSensitivity(path);
    }

    /** The largest change at a number of votes; 0 if it is impossible. */
    private double at(int most) {
        return most < 0 || most >= changes.length ? 0 : changes[most];
    }
}
