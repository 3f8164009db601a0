package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.Samplers;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Rounding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Adds to each integer of a block the integer nearest to a continuous Gaussian of variance parameter sigma&sup2;.
 *
 * <p><b>Guarantee.</b> For an integer S, S + round(Z) = round(S + Z): a post-processing of the Gaussian mechanism. If
 * one privacy unit moves the exact block by s with |s|<sub>2</sub>&sup2; at most c squared grid steps, the release is
 * exactly (&radic;c / sigma)-GDP (Dong, Roth and Su (2022), Theorem 1) and c / (2 sigma&sup2;)-zCDP (Bun and Steinke
 * (2016), Proposition 1.6) for neighbours that differ in that unit's records. The charge is c / (2 sigma&sup2;) in
 * {@link Currency#HALF_MU_SQUARED}, rounded up.
 *
 * <p><b>Error.</b> Unbiased; variance sigma&sup2; + 1/12 in squared grid steps, up to a relative error of less than
 * 4 e<sup>-2 pi&sup2; sigma&sup2;</sup>.
 *
 * @param variance sigma&sup2; in squared grid steps, at most 2<sup>80</sup>
 */
public record RoundedGaussian(Ratio variance) implements AdditiveNoise {

    private static final int DIGITS = 15;
    private static final MathContext DOWN = new MathContext(34, RoundingMode.FLOOR);
    /**
     * The sigma below which the variance of the rounded distribution is summed. From this sigma on, the relative error
     * of sigma&sup2; + 1/12 is below 1e-33.
     */
    private static final double SMALL = 2;

    private static final double ROUNDING_VARIANCE = 1.0 / 12;

    private static final double LEAST_SCALE = 1e-9;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code variance} is out of range */
    public RoundedGaussian {
        if (variance.compareTo(Ratio.of(MAX_SCALE, 1).times(Ratio.of(MAX_SCALE, 1))) > 0) {
            throw new InvalidParameter(
                    "variance",
                    "at most 2^80 squared grid steps",
                    variance.toBigDecimal().round(MathContext.DECIMAL64));
        }
    }

    /**
     * Returns the noise with a given standard deviation after rounding, for statements about errors. Its sigma is at
     * least 10<sup>-9</sup>. If {@code stddev} exceeds {@link #MAX_SCALE}, nothing can be drawn from it.
     *
     * @param stddev the standard deviation in grid steps
     */
    public static AdditiveNoise withStddev(double stddev) {
        if (stddev > MAX_SCALE) {
            return new ErrorLaw(Norm.SQUARED_L2, stddev);
        }
        double sigma = Math.sqrt(Math.max(0, stddev * stddev - ROUNDING_VARIANCE));
        Ratio root = Ratio.of(new BigDecimal(Math.max(LEAST_SCALE, sigma)));
        return new RoundedGaussian(root.times(root));
    }

    @Override
    public Norm norm() {
        return Norm.SQUARED_L2;
    }

    @Override
    public SingleEvent event(BigInteger size) {
        BigDecimal moved = new BigDecimal(size.multiply(variance.denominator()));
        BigDecimal relative = new BigDecimal(variance.numerator()).divide(moved, DOWN);
        return new NoiseEvent.Gaussian(Rounding.down(relative.sqrt(DOWN)));
    }

    @Override
    public Amount cost(BigInteger size) {
        BigDecimal moved = new BigDecimal(size.multiply(variance.denominator()));
        BigDecimal twice = new BigDecimal(variance.numerator().shiftLeft(1));
        return Amount.atLeast(Currency.HALF_MU_SQUARED, moved.divide(twice, DIGITS, RoundingMode.CEILING));
    }

    @Override
    public Ratio unitCost() {
        return Ratio.of(1, 2).dividedBy(variance);
    }

    @Override
    public RoundedGaussian times(Ratio factor) {
        return new RoundedGaussian(variance.times(factor));
    }

    @Override
    public double scale() {
        return Math.sqrt(variance.toDouble());
    }

    @Override
    public double stddev() {
        double sigma = scale();
        return sigma >= SMALL ? Math.sqrt(sigma * sigma + ROUNDING_VARIANCE) : Math.sqrt(summedVariance(sigma));
    }

    /** The variance by summation: E[Z&sup2;] = sum over k &gt;= 0 of (2 k + 1) P(|Z| &gt; k). */
    private static double summedVariance(double sigma) {
        double sum = 0;
        for (int k = 0; k < 12 * sigma + 2; k++) {
            sum += (2 * k + 1) * 2 * NormalTail.of((k + 0.5) / sigma);
        }
        return sum;
    }

    /** The error bound: P(|Z| &gt; k) = 2 Q((k + 1/2) / sigma), solved for k. */
    @Override
    public double error(double confidence) {
        double quantile = NormalTail.quantile(Math.log1p(-confidence) - Math.log(2));
        return Math.max(0, Math.ceil(scale() * quantile - 0.5));
    }

    @Override
    public String label() {
        return "rounded Gaussian";
    }

    @Override
    public Sampler sampler() {
        return Samplers.roundedGaussian(variance);
    }

    @Override
    public String toString() {
        return label() + ", sigma " + scale();
    }
}
