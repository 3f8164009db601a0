package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.SingleEvent;
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
 * Adds two-sided geometric noise to each integer of a block.
 *
 * <p><b>Guarantee.</b> If one privacy unit moves the exact block by s with |s|<sub>1</sub> &le; c, in grid steps, the
 * release is (c / b)-DP for neighbours that differ in that unit's records: Ghosh, Roughgarden and Sundararajan (2009),
 * Theorem 2.1 with alpha = e<sup>-1/b</sup> for one coordinate; the coordinates' independent losses add up. The charge
 * is c / b in {@link Currency#EPSILON}, rounded up.
 *
 * <p><b>Error.</b> Unbiased; variance 2 q / (1 - q)&sup2; with q = e<sup>-1/b</sup>, in squared grid steps, below 2
 * b&sup2;.
 *
 * @param ratio the scale b in grid steps, at most 2<sup>40</sup>
 */
public record DiscreteLaplace(Ratio ratio) implements AdditiveNoise {

    private static final int DIGITS = 15;
    private static final MathContext UP = new MathContext(34, RoundingMode.CEILING);

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code ratio} is out of range */
    public DiscreteLaplace {
        if (ratio.compareTo(Ratio.of(MAX_SCALE, 1)) > 0) {
            throw new InvalidParameter("scale", "at most 2^40 grid steps", ratio.toBigDecimal());
        }
    }

    @Override
    public Norm norm() {
        return Norm.L1;
    }

    /**
     * The worst event with &epsilon; = size / b. If the block moves by one grid step, the release is exactly this
     * event.
     */
    @Override
    public SingleEvent event(BigInteger size) {
        BigDecimal moved = new BigDecimal(size.multiply(ratio.denominator()));
        return new SingleEvent.Pure(Rounding.up(moved.divide(new BigDecimal(ratio.numerator()), UP)));
    }

    @Override
    public Amount cost(BigInteger size) {
        BigDecimal moved = new BigDecimal(size.multiply(ratio.denominator()));
        return Amount.atLeast(
                Currency.EPSILON, moved.divide(new BigDecimal(ratio.numerator()), DIGITS, RoundingMode.CEILING));
    }

    @Override
    public Ratio unitCost() {
        return Ratio.ONE.dividedBy(ratio);
    }

    @Override
    public DiscreteLaplace times(Ratio factor) {
        return new DiscreteLaplace(ratio.times(factor));
    }

    @Override
    public double scale() {
        return ratio.toDouble();
    }

    /** The standard deviation sqrt(2 q) / (1 - q), written with sinh because this form is accurate at large scales. */
    @Override
    public double stddev() {
        return 1 / (Math.sqrt(2) * Math.sinh(1 / (2 * scale())));
    }

    /** The error bound: P(|Z| &gt; k) = 2 q<sup>k+1</sup> / (1 + q), solved for k. */
    @Override
    public double error(double confidence) {
        double q = Math.exp(-1 / scale());
        double k = Math.ceil(-scale() * Math.log((1 - confidence) * (1 + q) / 2) - 1);
        return Math.max(0, k);
    }

    @Override
    public String label() {
        return "discrete Laplace";
    }

    @Override
    public Sampler sampler() {
        return Samplers.discreteLaplace(ratio);
    }

    @Override
    public String toString() {
        return label() + ", scale " + ratio.toBigDecimal().round(MathContext.DECIMAL64);
    }
}
