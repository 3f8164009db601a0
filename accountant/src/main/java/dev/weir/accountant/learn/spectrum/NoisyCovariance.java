package dev.weir.accountant.learn.spectrum;

import java.util.Optional;

/**
 * The moments of d fields about their means, from noisy second moments of the fields and a constant; or about 0, from those of the fields
 * alone.
 *
 * <p>With a constant, S holds the noisy moments, c is the constant's row, and n = S<sub>cc</sub>. The means are m = S<sub>xc</sub> / n, and
 * the moments about them are C = S<sub>xx</sub> - n m m<sup>T</sup>.
 *
 * <p><b>Guarantee.</b> Post-processing: it costs nothing beyond the noise in the moments.
 *
 * <p><b>Error.</b> Let e be a bound of the spectral norm of the noise. For all vectors u and v, u<sup>T</sup>Cv =
 * (u, -a)<sup>T</sup> S (v, -b) if a = m&middot;u or b = m&middot;v, whatever the other number is. With the exact a and the noisy b, both forms,
 * of the exact and of the noisy moments, are of this kind: noise moves u<sup>T</sup>Cv by at most e |(u, -a)| |(v, -b)|. With the larger of
 * the exact and the noisy means, it so moves C by at most e (1 + |m|&sup2;) in the spectral norm, the variance of a field by at most e
 * (1 + m<sub>i</sub>&sup2;), and the element ij by at most e (1 + (m<sub>i</sub>&sup2; + m<sub>j</sub>&sup2;) / 2). The exact means are not known: they are at most 1, because no field is larger than the
 * constant, and at most (|S<sub>ic</sub>| + e) / (n - e). Without a constant all means are taken for 0. Source: derived here.
 */
public final class NoisyCovariance {

    private final double[][] moments;
    private final Centre centre;
    private final SymmetricNoise noise;

    private NoisyCovariance(double[][] moments, Centre centre, SymmetricNoise noise) {
        this.moments = moments;
        this.centre = centre;
        this.noise = noise;
    }

    /**
     * What moments are about.
     *
     * @param means the noisy means
     * @param largest bounds of the sizes of the noisy and the exact means
     * @param count the noisy square of the constant; 0 if there is none
     */
    private record Centre(double[] means, double[] largest, double count) {}

    /**
     * Takes moments as they are.
     *
     * @param moments the noisy moments of the fields, a symmetric matrix
     * @param deviation the standard deviation of the noise off the diagonal; 0 for exact moments
     */
    public static NoisyCovariance about0(double[][] moments, double deviation) {
        int size = moments.length;
        Centre zero = new Centre(new double[size], new double[size], 0);
        return new NoisyCovariance(moments, zero, new SymmetricNoise(deviation, size));
    }

    /**
     * Moves moments to the means.
     *
     * @param moments the noisy moments, a symmetric matrix of at least two rows
     * @param constant the index of the constant's row; no field may be larger than the constant in any record
     * @param deviation the standard deviation of the noise off the diagonal; 0 for exact moments
     * @return the moments about the means; empty if the noisy square of the constant is not above 0, so that there are no means
     */
    public static Optional<NoisyCovariance> aboutMeans(double[][] moments, int constant, double deviation) {
        double count = moments[constant][constant];
        if (count <= 0) {
            return Optional.empty();
        }
        int size = moments.length - 1;
        SymmetricNoise noise = new SymmetricNoise(deviation, moments.length);
        double[] means = new double[size];
        double[] largest = new double[size];
        double[][] centred = new double[size][size];
        for (int i = 0; i < size; i++) {
            double[] row = moments[i < constant ? i : i + 1];
            means[i] = row[constant] / count;
            largest[i] = Math.max(Math.abs(means[i]), largestMean(row[constant], count, noise.norm95()));
        }
        for (int i = 0; i < size; i++) {
            for (int j = i; j < size; j++) {
                double moment = moments[i < constant ? i : i + 1][j < constant ? j : j + 1];
                centred[i][j] = moment - count * means[i] * means[j];
                centred[j][i] = centred[i][j];
            }
        }
        return Optional.of(new NoisyCovariance(centred, new Centre(means, largest, count), noise));
    }

    private static double largestMean(double sum, double count, double error) {
        return count > error ? Math.min(1, (Math.abs(sum) + error) / (count - error)) : 1;
    }

    /** The number of fields. */
    int size() {
        return moments.length;
    }

    /** An element of the moments, not divided by the count. */
    double moment(int i, int j) {
        return moments[i][j];
    }

    /** The noisy square of the constant, by which moments are divided to give variances; 0 if there is no constant. */
    double count() {
        return centre.count;
    }

    /** The noisy mean of a field; 0 if there is no constant. */
    double mean(int field) {
        return centre.means[field];
    }

    /** The noise in the moments that these are made of. */
    SymmetricNoise noise() {
        return noise;
    }

    /** A bound of the spectral norm of the error. It holds with probability 0.95 together with {@link #error95(int, int)}. */
    double norm95() {
        double square = 0;
        for (double mean : centre.largest) {
            square += mean * mean;
        }
        return noise.norm95() * (1 + square);
    }

    /** A bound of the error of an element. */
    double error95(int i, int j) {
        double one = centre.largest[i];
        double other = centre.largest[j];
        return noise.norm95() * (1 + (one * one + other * other) / 2);
    }
}
