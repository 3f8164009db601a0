package dev.weir.accountant.learn.spectrum;

import java.util.Optional;

/**
 * The correlation of two fields, from noisy moments about their means.
 *
 * <p><b>Guarantee.</b> Post-processing: it costs nothing beyond the noise in the moments.
 *
 * <p><b>Error.</b> The interval holds the correlation of the exact moments with probability 0.95, for all pairs of fields at once: it is
 * that of all moments within the bounds of {@link NoisyCovariance}. The deviation is that of the noise to first order. With u = e<sub>i</sub>
 * - m<sub>i</sub> e<sub>c</sub> and v likewise for j, the correlation r moves by the sum of the products of the noise and of the elements of
 * A = (uv<sup>T</sup> + vu<sup>T</sup>) / (2 &radic;(C<sub>ii</sub> C<sub>jj</sub>)) - r/2 (uu<sup>T</sup> / C<sub>ii</sub> +
 * vv<sup>T</sup> / C<sub>jj</sub>), which has the variance 2 s&sup2; |A|&sup2; in the Frobenius norm. Source: derived here.
 *
 * @param value the correlation, clamped to -1..1
 * @param stddev the standard deviation of the noise in it, to first order, before it is clamped
 * @param low the lower end of the interval, at least -1
 * @param high the upper end of the interval, at most 1
 */
public record NoisyCorrelation(double value, double stddev, double low, double high) {

    /**
     * Computes a correlation.
     *
     * @param moments the noisy moments about the means
     * @param i the index of one field
     * @param j the index of another field
     * @return the correlation; empty if a noisy variance is not above 0
     */
    public static Optional<NoisyCorrelation> of(NoisyCovariance moments, int i, int j) {
        double one = moments.moment(i, i);
        double other = moments.moment(j, j);
        if (one <= 0 || other <= 0) {
            return Optional.empty();
        }
        double value = moments.moment(i, j) / Math.sqrt(one) / Math.sqrt(other);
        return Optional.of(new NoisyCorrelation(
                clamp(value),
                stddev(moments, i, j, value),
                -upper(moments, i, j, -moments.moment(i, j)),
                upper(moments, i, j, moments.moment(i, j))));
    }

    private static double clamp(double value) {
        return Math.max(-1, Math.min(1, value));
    }

    /** The largest correlation of moments within the bounds, if the product of the fields is {@code product}. */
    private static double upper(NoisyCovariance moments, int i, int j, double product) {
        double most = product + moments.error95(i, j);
        double sign = most >= 0 ? -1 : 1;
        double one = moments.moment(i, i) + sign * moments.error95(i, i);
        double other = moments.moment(j, j) + sign * moments.error95(j, j);
        return one <= 0 || other <= 0 ? 1 : clamp(most / Math.sqrt(one) / Math.sqrt(other));
    }

    private static double stddev(NoisyCovariance moments, int i, int j, double value) {
        double one = moments.moment(i, i);
        double other = moments.moment(j, j);
        // inner products of u and v, which have one element in common, that of the constant
        double uu = 1 + moments.mean(i) * moments.mean(i);
        double vv = 1 + moments.mean(j) * moments.mean(j);
        double uv = moments.mean(i) * moments.mean(j);
        // A = a (uv + vu) + b uu + c vv
        double a = 0.5 / Math.sqrt(one) / Math.sqrt(other);
        double b = -value / 2 / one;
        double c = -value / 2 / other;
        double square = 2 * a * a * (uu * vv + uv * uv)
                + b * b * uu * uu
                + c * c * vv * vv
                + 4 * a * b * uu * uv
                + 4 * a * c * vv * uv
                + 2 * b * c * uv * uv;
        return moments.noise().deviation() * Math.sqrt(2 * Math.max(0, square));
    }
}
