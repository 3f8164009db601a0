package dev.weir.accountant.continual.blt;

import java.io.Serializable;

/**
 * The inner products of columns of C, as a function of the distance of two columns only.
 *
 * <p>Over n steps, columns s and s + l overlap in n - s - l + 1 rows. The overlap is counted as if s were 1: Gamma(l) is the sum of
 * c<sub>t</sub> c<sub>t+l</sub> over 0 &le; t &lt; n - l. This is at least the inner product, wherever the columns start, and equals
 * c<sub>l</sub> + &sum; omega<sub>i</sub> omega<sub>m</sub> theta<sub>m</sub><sup>l</sup> (1 + ... + (theta<sub>i</sub>
 * theta<sub>m</sub>)<sup>n-l-2</sup>). For unlimited n, Gamma(l) is &sum; gamma<sub>m</sub> theta<sub>m</sub><sup>l-1</sup>, and equals the
 * inner product, wherever the columns start. The values of Gamma are positive for l &lt; n and decrease with l. The sum over all pairs of a
 * unit's contributions therefore bounds the unit's squared sensitivity, and it increases with the size of each contribution and with the
 * closeness of each pair.
 */
public final class Gram implements Serializable {

    /**
     * The relative error of every value. If ln theta is off by one unit in the last place, the power theta<sup>m</sup> is off by |m ln
     * theta| such units, at most 745 before the power underflows to 0. The bound is 4096 such units.
     */
    public static final double RELATIVE_ERROR = 0x1p-40;

    private static final long serialVersionUID = 1L;
    private static final long MOST_PAIRED = 4096;

    private final Blt blt;
    private final long steps;
    private final double atZero;
    private final double[] weights;

    /**
     * The inner products of the columns of {@code blt}.
     *
     * @param blt the factorisation that has C
     * @param steps the number of steps of the series, at least 1, or {@link PrefixDesign#UNLIMITED}
     */
    public Gram(Blt blt, long steps) {
        this.blt = blt;
        this.steps = steps;
        this.atZero = blt.sensitivitySquared(steps);
        this.weights = new double[blt.buffers()];
        for (int m = 0; m < weights.length; m++) {
            weights[m] = weight(m, Double.POSITIVE_INFINITY);
        }
    }

    /**
     * The weight of theta<sub>m</sub><sup>l-1</sup> in Gamma(l): omega<sub>m</sub> (1 + theta<sub>m</sub>
     * &sum;<sub>i</sub> omega<sub>i</sub> (1 + ... + (theta<sub>i</sub> theta<sub>m</sub>)<sup>terms-1</sup>)).
     */
    private double weight(int m, double terms) {
        double overlap = 0;
        for (int i = 0; i < weights.length; i++) {
            overlap += blt.scale(i) * blt.pairSum(i, m, terms);
        }
        return blt.scale(m) * (1 + blt.decay(m, 1) * overlap);
    }

    /**
     * The inner product Gamma({@code lag}) of two columns of C.
     *
     * @param lag the distance of the columns in steps, at least 0; the result is 0 if the lag is not below the number
     *     of steps
     */
    public double at(long lag) {
        return lag == 0 ? atZero : lag < steps ? beyondZero(lag) : 0;
    }

    private double beyondZero(long lag) {
        double sum = 0;
        for (int m = 0; m < weights.length; m++) {
            double weight = steps == PrefixDesign.UNLIMITED ? weights[m] : weight(m, steps - lag - 1.0);
            sum += weight * blt.decay(m, lag - 1.0);
        }
        return sum;
    }

    /**
     * The squared sensitivity to {@code times} contributions of size 1 that are at least {@code separation} steps
     * apart: k Gamma(0) + 2 &sum;<sub>j &lt; k</sub> (k - j) Gamma(j b). For more than 4096 contributions the result is
     * an upper bound: inner products of different columns then count unlimited steps.
     *
     * @param times the number of contributions k, at least 1
     * @param separation the smallest distance b of two contributions in steps, at least 0; if it is 0, all
     *     contributions fall on one step
     */
    public double minSeparationSquared(long times, long separation) {
        if (separation == 0) {
            return atZero * times * times;
        }
        long most = Math.min(times, (steps - 1) / separation + 1);
        boolean closed = steps == PrefixDesign.UNLIMITED || most > MOST_PAIRED;
        double pairs = closed ? allPairs(most, separation) : pairs(most, separation);
        return most * atZero + 2 * pairs;
    }

    private double pairs(long times, long separation) {
        double sum = 0;
        for (long j = 1; j < times; j++) {
            sum += (double) (times - j) * at(j * separation);
        }
        return sum;
    }

    /**
     * The result of {@link #pairs} for unlimited steps, in closed form: &sum; (k - j) r<sup>j-1</sup> over j &lt; k is the total of the k -
     * 1 sums of the first 1, ..., k - 1 powers of r, which begin with 1.
     */
    private double allPairs(long times, long separation) {
        double sum = 0;
        for (int m = 0; times > 1 && m < weights.length; m++) {
            double mean = GeometricSum.mean(
                    times - 1.0, blt.decayComplement(m, (double) separation), blt.logDecay(m, (double) separation));
            sum += weights[m] * blt.decay(m, separation - 1.0) * (times - 1.0) * mean;
        }
        return sum;
    }
}
