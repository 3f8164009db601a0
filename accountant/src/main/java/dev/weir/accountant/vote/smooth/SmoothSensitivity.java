package dev.weir.accountant.vote.smooth;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.Arrays;

/**
 * By how much one teacher may move a figure, at votes that differ from the actual ones by 0, 1, 2 and so on teachers; and the largest of these values
 * with a discount for the distance, which is the scale of the noise that hides the figure.
 *
 * <p><b>Why it is smooth.</b> Votes at a distance of at most d from some votes are at a distance of at most d + 1 from their neighbours. So if the value
 * at d is the largest of all votes <em>within</em> the distance d ({@link #within}), the largest of e<sup>-beta d</sup> times the value at d differs
 * by a factor of at most e<sup>beta</sup> between neighbours: Nissim, Raskhodnikova and Smith (2007), Definition 3.1. That holds for sums over questions too,
 * because one teacher may have changed all of its labels, or those of one question alone: values at <em>exactly</em> a distance must not be added.
 *
 * <p>All values are as secret as the votes.
 */
public final class SmoothSensitivity {

    private final double[] values;
    private final double beyond;

    /**
     * Creates the values.
     *
     * @param values the values at distance 0, 1, 2 and so on, each at least 0
     * @param beyond the value at all larger distances, at least 0
     */
    public SmoothSensitivity(double[] values, double beyond) {
        this.values = values.clone();
        this.beyond = beyond;
    }

    /** The sensitivity of a constant. */
    public static SmoothSensitivity none() {
        return new SmoothSensitivity(new double[0], 0);
    }

    /**
     * The value at a distance.
     *
     * @param distance the number of teachers, at least 0
     */
    public double at(int distance) {
        return distance < values.length ? values[distance] : beyond;
    }

    /** The value at all distances that are large enough. */
    public double plateau() {
        return beyond;
    }

    /** The largest values of all votes within each distance. */
    public SmoothSensitivity within() {
        double[] largest = values.clone();
        for (int d = 1; d < largest.length; d++) {
            largest[d] = Math.max(largest[d], largest[d - 1]);
        }
        return new SmoothSensitivity(
                largest, Math.max(beyond, Arrays.stream(values).max().orElse(0)));
    }

    /**
     * The values of the sum of two figures about the same teachers, rounded up; both are taken {@link #within} each distance.
     *
     * @param other the values of the other figure
     */
    public SmoothSensitivity plus(SmoothSensitivity other) {
        SmoothSensitivity mine = within();
        SmoothSensitivity others = other.within();
        double[] sum = new double[Math.max(values.length, other.values.length)];
        for (int d = 0; d < sum.length; d++) {
            sum[d] = Rounding.sumUp(mine.at(d), others.at(d));
        }
        return new SmoothSensitivity(sum, Rounding.sumUp(mine.beyond, others.beyond));
    }

    /**
     * The largest of e<sup>-beta d</sup> times the value at d, over all d, rounded up.
     *
     * @param beta the smoothness, above 0
     */
    public double smooth(double beta) {
        double largest = 0;
        for (int d = 0; d <= values.length; d++) {
            largest = Math.max(largest, at(d) * StrictMath.exp(-beta * d));
        }
        return Rounding.up(largest, Margin.FORMULA);
    }

    /** A text without the values. */
    @Override
    public String toString() {
        return "SmoothSensitivity";
    }
}
