package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;

/**
 * By how much one teacher may move a figure, at votes that differ from the actual ones by 0, 1, 2 and so on teachers; and the largest of these values
 * with a discount for the distance, which is the scale of the noise that hides the figure.
 *
 * <p><b>Why it is smooth.</b> Votes at a distance of at most d from some votes are at a distance of at most d + 1 from their neighbours. So if the value
 * at d is the largest of all votes <em>within</em> the distance d ({@link #within}), the largest of e<sup>-beta d</sup> times the value at d differs
 * by a factor of at most e<sup>beta</sup> between neighbours: Nissim, Raskhodnikova and Smith (2007), Definition 3.1. That holds for sums over questions too,
 * because one teacher may have changed all of its labels, or those of one question alone: values at <em>exactly</em> a distance must not be added.
 *
 * <p>Distances end below the number of teachers. Losses do not change with the names of labels and teachers, and up to these names any votes agree
 * in one teacher; only if all abstain here or there do they not, and those values are covered by the ones before.
 *
 * <p>All values are as secret as the votes.
 */
public final class SmoothSensitivity {

    private final double[] values;

    /**
     * Creates the values.
     *
     * @param values the values at distance 0, 1, 2 and so on, each at least 0: one for each teacher, and so at least one
     */
    public SmoothSensitivity(double[] values) {
        this.values = values.clone();
    }

    /**
     * The sensitivity of a constant.
     *
     * @param teachers the number of teachers, at least 1
     */
    public static SmoothSensitivity none(int teachers) {
        return new SmoothSensitivity(new double[teachers]);
    }

    /**
     * The value at a distance; at the largest one if there are not so many teachers.
     *
     * @param distance the number of teachers, at least 0
     */
    public double at(int distance) {
        return values[Math.min(distance, values.length - 1)];
    }

    /** The value at the largest distance. */
    public double last() {
        return values[values.length - 1];
    }

    /** The largest values of all votes within each distance. */
    public SmoothSensitivity within() {
        double[] largest = values.clone();
        for (int d = 1; d < largest.length; d++) {
            largest[d] = Math.max(largest[d], largest[d - 1]);
        }
        return new SmoothSensitivity(largest);
    }

    /**
     * The values of the sum of two figures about the same teachers, rounded up; both are taken {@link #within} each distance.
     *
     * @param other the values of the other figure, for as many teachers
     */
    public SmoothSensitivity plus(SmoothSensitivity other) {
        SmoothSensitivity mine = within();
        SmoothSensitivity others = other.within();
        double[] sum = new double[values.length];
        for (int d = 0; d < sum.length; d++) {
            sum[d] = Rounding.sumUp(mine.values[d], others.values[d]);
        }
        return new SmoothSensitivity(sum);
    }

    /**
     * The largest of e<sup>-beta d</sup> times the value at d, over all d, rounded up.
     *
     * @param beta the smoothness, above 0
     */
    public double smooth(double beta) {
        double largest = 0;
        for (int d = 0; d < values.length; d++) {
            largest = Math.max(largest, values[d] * StrictMath.exp(-beta * d));
        }
        return Rounding.up(largest, Margin.FORMULA);
    }

    /** A text without the values. */
    @Override
    public String toString() {
        return "SmoothSensitivity";
    }
}
