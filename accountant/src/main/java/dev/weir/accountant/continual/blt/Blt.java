package dev.weir.accountant.continual.blt;

import dev.weir.accountant.privacy.InvalidParameter;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A buffered linear Toeplitz (BLT) factorisation A = B C of prefix sums, in diagonal form.
 *
 * <p>C is lower-triangular Toeplitz with c<sub>0</sub> = 1, c<sub>j</sub> = &sum; omega<sub>i</sub> theta<sub>i</sub><sup>j-1</sup>; B = A
 * C<sup>-1</sup> has b<sub>j</sub> = beta<sub>0</sub> + &sum; beta<sub>i</sub> theta&#770;<sub>i</sub><sup>j</sup>. With 1 &gt;
 * theta<sub>1</sub> &gt; theta&#770;<sub>1</sub> &gt; theta<sub>2</sub> &gt; ... &gt; theta&#770;<sub>d</sub> &ge; 0 all omega and beta are
 * positive and the beta add up to 1, so that every sensitivity and every variance that this class computes is a sum of positive terms: no
 * digits cancel, whatever the number of steps. Decays are stored as eta = 1 - theta, which is accurate for decays close to 1.
 *
 * <p>Privacy depends on C alone, the error on B alone. All numbers are for one contribution of size 1 and noise of standard deviation 1 on
 * C x; c is non-negative and non-increasing, which {@link SeparatedColumns} needs.
 *
 * <p>Source: Dvijotham, McMahan, Pillutla, Steinke and Thakurta (2024), arXiv 2404.16706; the diagonal form and the closed forms are
 * derived by partial fractions and geometric sums, and tests compare them with the recurrences.
 */
public final class Blt implements Serializable {

    /**
     * Decays and scales of {@link #of} are whole multiples of 2<sup>-62</sup>, so that encoders represent them exactly
     * in one word.
     */
    public static final int FRACTION_BITS = 62;

    private static final long serialVersionUID = 1L;
    private static final double UNIT = 0x1p62;

    private final double[] eta;
    private final double[] omega;
    private final double[] etaHat;
    private final double[] logTheta;
    private final NoiseMixture noise;

    private Blt(double[] eta, double[] omega, double[] etaHat) {
        this.eta = eta;
        this.omega = omega;
        this.etaHat = etaHat;
        this.logTheta = GeometricSum.logarithms(eta);
        this.noise = new NoiseMixture(Interlacing.weights(eta, etaHat), etaHat);
    }

    /**
     * Creates the factorisation with the given parameters, rounded to multiples of 2<sup>-62</sup>. Every sensitivity
     * and variance is computed from the rounded parameters.
     *
     * @param eta 1 - theta, ascending, above 0 and at most 1; at least one value
     * @param omega the scales, one for each decay, above 0, adding up to less than 1
     * @throws InvalidParameter if the rounded parameters are out of range, not ascending, or different in number
     */
    public static Blt of(double[] eta, double[] omega) {
        double[] decays = rounded(eta);
        double[] scales = rounded(omega);
        requireInterlaced(decays, scales);
        return new Blt(decays, scales, Interlacing.inverseDecays(decays, scales));
    }

    /**
     * Creates the factorisation with the given interlacing decays, without rounding them. The optimiser uses it for the
     * thousands of factorisations that it tries.
     */
    static Blt interlaced(double[] eta, double[] etaHat) {
        return new Blt(eta, Interlacing.scales(eta, etaHat), etaHat);
    }

    private static double[] rounded(double[] values) {
        return Arrays.stream(values).map(x -> StrictMath.rint(x * UNIT) / UNIT).toArray();
    }

    private static boolean isInterlaced(double[] eta, double[] omega) {
        boolean valid = eta.length >= 1
                && eta.length == omega.length
                && Arrays.stream(omega).sum() < 1;
        for (int i = 0; valid && i < eta.length; i++) {
            valid = eta[i] > (i == 0 ? 0 : eta[i - 1]) && eta[i] <= 1 && omega[i] > 0;
        }
        return valid;
    }

    private static void requireInterlaced(double[] eta, double[] omega) {
        if (!isInterlaced(eta, omega)) {
            throw new InvalidParameter(
                    "eta and omega",
                    "ascending within (0, 1], and > 0 with a sum below 1",
                    Arrays.toString(eta) + " and " + Arrays.toString(omega));
        }
    }

    /**
     * This factorisation with its parameters rounded as {@link #of} rounds them, and without the buffers whose rounded scale or rounded eta
     * is 0, or whose rounded eta equals that of the buffer before.
     */
    Blt rounded() {
        double[] decays = rounded(eta);
        double[] scales = rounded(omega);
        int[] kept = IntStream.range(0, eta.length)
                .filter(i -> scales[i] > 0 && decays[i] > (i == 0 ? 0 : decays[i - 1]))
                .toArray();
        return of(
                Arrays.stream(kept).mapToDouble(i -> decays[i]).toArray(),
                Arrays.stream(kept).mapToDouble(i -> scales[i]).toArray());
    }

    /** The number d of buffers. */
    public int buffers() {
        return eta.length;
    }

    /** The values 1 - theta<sub>i</sub>, ascending. */
    public double[] eta() {
        return eta.clone();
    }

    /** The scales omega<sub>i</sub>, one for each decay, in the order of {@link #eta}. */
    public double[] omega() {
        return omega.clone();
    }

    /** The values 1 - theta&#770;<sub>i</sub>, ascending. */
    public double[] etaHat() {
        return etaHat.clone();
    }

    /**
     * The weights of the mixture B: beta<sub>0</sub> of the sum without decay, then beta<sub>i</sub> of the sum with
     * decay theta&#770;<sub>i</sub>.
     */
    public double[] beta() {
        return noise.weights();
    }

    /**
     * The coefficient c<sub>lag</sub> of C: what a contribution of size 1 adds to C x {@code lag} steps later.
     *
     * @param lag the number of steps, at least 0
     */
    public double coefficient(long lag) {
        return lag == 0 ? 1 : mixture(omega, logTheta, lag - 1);
    }

    /**
     * The coefficient b<sub>lag</sub> of B: the factor with which the noise of a step enters the total released {@code
     * lag} steps later.
     *
     * @param lag the number of steps, at least 0
     */
    public double noiseCoefficient(long lag) {
        return noise.coefficient(lag);
    }

    /**
     * The sum of the coefficients of B that enter the total released at {@code step}: b<sub>0</sub> + ... + b<sub>step-1</sub>.
     *
     * @param step the step, at least 1
     */
    public double noiseCoefficientSum(long step) {
        return noise.sum(step);
    }

    private static double mixture(double[] scales, double[] logarithms, long power) {
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            sum += scales[i] * GeometricSum.power((double) power, logarithms[i]);
        }
        return sum;
    }

    /**
     * The squared norm of the first {@code steps} coefficients of C: the squared sensitivity to one contribution.
     *
     * @param steps the number of steps, at least 1, or {@link PrefixDesign#UNLIMITED}
     */
    public double sensitivitySquared(long steps) {
        double terms = steps == PrefixDesign.UNLIMITED ? Double.POSITIVE_INFINITY : steps - 1;
        double sum = 1;
        for (int i = 0; i < eta.length; i++) {
            for (int l = 0; l <= i; l++) {
                double both = omega[i] * omega[l] * pairSum(i, l, terms);
                sum += l < i ? 2 * both : both;
            }
        }
        return sum;
    }

    /** The sum of (theta<sub>i</sub> theta<sub>l</sub>)<sup>j</sup> over j &lt; {@code terms}. */
    double pairSum(int i, int l, double terms) {
        return GeometricSum.of(terms, GeometricSum.complement(eta[i], eta[l]), logTheta[i] + logTheta[l]);
    }

    /** The scale omega<sub>i</sub>. */
    double scale(int i) {
        return omega[i];
    }

    /** The power theta<sub>i</sub><sup>exponent</sup>. */
    double decay(int i, double exponent) {
        return GeometricSum.power(exponent, logTheta[i]);
    }

    /** The complement 1 - theta<sub>i</sub><sup>exponent</sup>. */
    double decayComplement(int i, double exponent) {
        return -StrictMath.expm1(exponent * logTheta[i]);
    }

    /** The logarithm ln theta<sub>i</sub><sup>exponent</sup>. */
    double logDecay(int i, double exponent) {
        return exponent * logTheta[i];
    }

    /**
     * The variance of the released total at {@code step}: the squared norm of row {@code step} of B.
     *
     * @param step the step, at least 1
     */
    public double variance(long step) {
        return noise.variance(step);
    }

    /** The {@link #variance} at steps 1, 2, 4, .... */
    double[] doublingVariances(int count) {
        return noise.doublingVariances(count);
    }

    /**
     * The mean of {@link #variance} over steps 1 to {@code steps}.
     *
     * @param steps the last step of the mean, at least 1
     */
    public double meanVariance(long steps) {
        return noise.meanVariance(steps);
    }

    /**
     * The covariance of the released totals at two steps.
     *
     * @param step the earlier step, at least 1
     * @param later the later step, not below {@code step}
     */
    public double covariance(long step, long later) {
        return noise.covariance(step, later);
    }

    /**
     * The variance of the difference of two released totals {@code width} steps apart, in the limit of late steps, where it is largest. The
     * difference is a sliding window of {@code width} steps.
     *
     * @param width the distance of the totals in steps, at least 1
     */
    public double windowVariance(long width) {
        return noise.windowVariance(width);
    }

    /**
     * The variance of the difference of the released totals at {@code step} and {@code width} steps before it, where the total before the
     * first step is 0 and has no noise. It grows with the step, towards {@link #windowVariance(long)}.
     *
     * @param width the distance of the totals in steps, at least 1
     * @param step the step of the later total, at least {@code width}
     */
    public double windowVariance(long width, long step) {
        return noise.windowVariance(width, step);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blt that && Arrays.equals(eta, that.eta) && Arrays.equals(omega, that.omega);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(eta) + Arrays.hashCode(omega);
    }

    @Override
    public String toString() {
        return "BLT, eta " + Arrays.toString(eta) + ", omega " + Arrays.toString(omega);
    }
}
