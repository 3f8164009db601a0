package dev.weir.accountant.continual;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Gaussian noise correlated by a buffered linear Toeplitz factorisation, in encoder form: y<sub>t</sub> = X<sub>t</sub> + z<sub>t</sub>
 * with X<sub>t</sub> = round((C x)<sub>t</sub> / g) of {@link FixedPointEncoder} and independent rounded Gaussian z<sub>t</sub>; the
 * decoder computes the running total g B y from the y's alone.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots, which removes the unit's contributions u
 * from x. Sensitivity: over n steps g X moves by at most ||C u|| + sqrt(n) (2 e + g) in l2 for each key that the unit contributes to. This
 * holds however later increments are chosen: given all earlier y's, the mean of y<sub>t</sub> is fixed for either neighbour. Mechanism:
 * X<sub>t</sub> is an integer, so y<sub>t</sub> = round(X<sub>t</sub> + Z<sub>t</sub>) is a post-processing of the continuous Gaussian
 * mechanism, and a whole series of sensitivity S costs S&sup2; / (2 sigma&sup2;) in {@link Currency#HALF_MU_SQUARED}, with sigma in grid
 * steps, because Gaussian mechanisms compose by adding mu&sup2;, also adaptively (Dong, Roth and Su (2022); as a filter Smith and Thakurta
 * (2022), Koskela, Tobaben and Honkela (2022)). The sensitivity counts all steps to the last one, so a series that runs past the horizon
 * for which its parameters were tuned loses accuracy but no privacy.
 *
 * <p><b>Rounding does not weaken the guarantee.</b> Up to y<sub>t</sub> there are only whole numbers. Their deviation from C x has a bound
 * that does not depend on the data, and this bound is charged. Everything computed from the y's is post-processing, so doubles may round
 * there.
 *
 * <p><b>Error.</b> B C = A, so totals are unbiased up to rounding; the noise at step t is g times the mixture &sum; beta<sub>i</sub>
 * V<sub>i</sub> of leaky sums of the draws z, updated by V<sub>i</sub> &larr; theta&#770;<sub>i</sub> V<sub>i</sub> + z<sub>t</sub>.
 *
 * <p><b>State.</b> 2 d + 2 words, 80 bytes at d = 4: the step, d buffers of the encoder, d + 1 sums of the decoder (doubles as bits).
 *
 * <p>Source: {@link Blt}.
 */
public final class BltNoise implements CorrelatedNoise {

    private static final long serialVersionUID = 1L;
    private static final double ROUNDING_VARIANCE = 1.0 / 12;
    private static final MathContext DIGITS = new MathContext(34, RoundingMode.CEILING);

    private final Blt blt;
    private final long fullSize;
    private final long lastStep;
    private final FixedPointEncoder encoder;
    private final RoundedGaussian noise;

    /**
     * Creates noise of a given variance.
     *
     * @param blt the factorisation A = B C, which fixes the correlations of the noise
     * @param fullSize the most one contribution adds, in grid steps, at least 1; it sets the resolution of the whole
     *     numbers
     * @param lastStep the step at which a series ends for good, at least 1
     * @param variance sigma&sup2;, in squared grid steps
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code fullSize} or {@code lastStep} is out of range, or both together are
     *     too large for {@link FixedPointEncoder}
     */
    public BltNoise(Blt blt, long fullSize, long lastStep, Ratio variance) {
        this.blt = blt;
        this.fullSize = Require.atLeast("full size", fullSize, 1);
        this.lastStep = Require.atLeast("last step", lastStep, 1);
        this.encoder = new FixedPointEncoder(blt, fullSize, lastStep);
        this.noise = new RoundedGaussian(inUnits(variance, -2 * encoder.gridBits()));
    }

    private BltNoise(BltNoise other, RoundedGaussian noise) {
        this.blt = other.blt;
        this.fullSize = other.fullSize;
        this.lastStep = other.lastStep;
        this.encoder = other.encoder;
        this.noise = noise;
    }

    /** Returns {@code value} times 2<sup>{@code exponent}</sup>, exactly. */
    private static Ratio inUnits(Ratio value, int exponent) {
        return exponent >= 0
                ? new Ratio(value.numerator().shiftLeft(exponent), value.denominator())
                : new Ratio(value.numerator(), value.denominator().shiftLeft(-exponent));
    }

    /** The factorisation. */
    public Blt blt() {
        return blt;
    }

    /** The most one contribution adds, in grid steps. */
    public long fullSize() {
        return fullSize;
    }

    /**
     * The addition to the l2 sensitivity by rounding to whole numbers, in grid steps, for each key that a unit
     * contributes to.
     */
    public double perKey() {
        return encoder.perKey();
    }

    @Override
    public int words() {
        return 1 + encoder.words() + decoderWords();
    }

    private int decoderWords() {
        return blt.buffers() + 1;
    }

    @Override
    public long lastStep() {
        return lastStep;
    }

    @Override
    public PreparedSeries prepare() {
        return new BltSeries(blt, encoder, noise.sampler(), lastStep);
    }

    @Override
    public Norm norm() {
        return Norm.SQUARED_L2;
    }

    @Override
    public BltNoise times(Ratio factor) {
        return new BltNoise(this, noise.times(factor));
    }

    @Override
    public Amount cost(Participation bounds, long size) {
        return cost(new SensitivityBound(blt, perKey(), lastStep).squared(bounds, size));
    }

    /**
     * The price of a squared l2 distance between the series C x of two neighbours.
     *
     * @param squared the largest squared distance, in squared grid steps; infinite if the distance is not bounded
     */
    Amount cost(double squared) {
        double units = squared / encoder.grid() / encoder.grid();
        if (!Double.isFinite(units)) {
            return new Amount(Currency.HALF_MU_SQUARED, Long.MAX_VALUE);
        }
        BigDecimal moved = new BigDecimal(units);
        BigDecimal cost = moved.multiply(new BigDecimal(noise.variance().denominator()))
                .divide(new BigDecimal(noise.variance().numerator().shiftLeft(1)), DIGITS);
        return Amount.atLeast(Currency.HALF_MU_SQUARED, cost);
    }

    /** The distribution of the noise that is drawn at each step, in units of {@link FixedPointEncoder#grid}. */
    RoundedGaussian drawn() {
        return noise;
    }

    /** The standard deviation of the noise on C x, in grid steps. */
    double noiseStddev() {
        return noise.stddev() * encoder.grid();
    }

    /** The parameter sigma of the continuous Gaussian on C x whose values are rounded to whole numbers, in grid steps. */
    public double sigma() {
        return noise.scale() * encoder.grid();
    }

    /**
     * The most by which whole numbers raise the decoded total at a step above the exact total plus the continuous Gaussian g (B Z), in grid
     * steps.
     *
     * <p>With r<sub>t</sub> = round(Z<sub>t</sub>) - Z<sub>t</sub>, at most 1/2, and |g X<sub>t</sub> - (C x)<sub>t</sub>| at most e + g / 2,
     * g (B y)<sub>t</sub> exceeds (B C x)<sub>t</sub> + g (B Z)<sub>t</sub> by at most (e + g) (b<sub>0</sub> + .. + b<sub>t-1</sub>), because
     * the coefficients of B are positive.
     *
     * @param step the step, at least 1
     */
    public double roundingSlack(long step) {
        return (encoder.error() + encoder.grid()) * blt.noiseCoefficientSum(step);
    }

    /**
     * The most that doubles add to the decoded total at a step, in the decoder and in B C = A, in grid steps: 2<sup>-48</sup> t (&radic;t
     * sigma + {@code largest}). Each of t additions to a sum loses at most 2<sup>-53</sup> of the sum, and sums stay below 32 (&radic;t sigma
     * + {@code largest}) wherever a total is compared with a threshold of 8 standard deviations.
     *
     * @param step the step, at least 1
     * @param largest the largest exact total up to the step, in grid steps, at least 0
     */
    public double decoderSlack(long step, long largest) {
        return Math.scalb(step * (Math.sqrt((double) step) * sigma() + largest), -48);
    }

    /**
     * The standard deviation of the total released at a step, including the rounding of the total to whole grid steps.
     */
    @Override
    public double stddev(long step) {
        return Math.sqrt(blt.variance(step) * noiseStddev() * noiseStddev() + ROUNDING_VARIANCE);
    }

    /**
     * The covariance of the totals at two different steps, in squared grid steps.
     *
     * @param step the earlier step, at least 1
     * @param later the later step, above {@code step}
     */
    public double covariance(long step, long later) {
        return blt.covariance(step, later) * noiseStddev() * noiseStddev();
    }

    /**
     * The standard deviation of the difference of two totals {@code panes} steps apart, at late steps, where it is
     * largest.
     *
     * @param panes the number of steps that the window spans, at least 1
     */
    public double windowStddev(long panes) {
        return Math.sqrt(blt.windowVariance(panes) * noiseStddev() * noiseStddev() + 2 * ROUNDING_VARIANCE);
    }

    @Override
    public String label() {
        return "Gaussian, buffered linear Toeplitz";
    }

    @Override
    public String toString() {
        return label() + ", sigma " + noise.scale() * encoder.grid() + ", " + blt.buffers() + " buffers";
    }
}
