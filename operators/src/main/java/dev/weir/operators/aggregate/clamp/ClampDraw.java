package dev.weir.operators.aggregate.clamp;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.Selection;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.stream.IntStream;

/**
 * Draws the exponent of a clamp, according to the number of records above each possible clamp.
 *
 * <p>Exponent i, which is the clamp of 2<sup>i</sup> steps, has the score -max(0, T<sub>i</sub> - kappa) - (3 / t)
 * max(0, i - before) - (1 / 2t) max(0, before - i), with T<sub>i</sub> the number of records above 2<sup>i</sup> and
 * {@code before} the exponent that was last released for the key. A record moves all scores in the same direction, by 0
 * or 1, so the span of m records is m. Cutting off about kappa records costs as much accuracy as the noise does. The
 * penalty of 3 nats for each doubling is more than ln 2, so that large clamps of small probability add little to the
 * expected clamp.
 *
 * @param draw how the exponent is drawn
 * @param temperature t
 * @param kappa the standard deviation of a clamped sum's noise, as a multiple of the clamp, rounded up
 */
public record ClampDraw(Draw draw, Ratio temperature, long kappa) {

    private static final int UP = 6;
    private static final int DOWN = 1;

    static ClampDraw of(LearntClamp clamp, AdditiveNoise noise) {
        Selection selection = selection(clamp, noise);
        double price = noise.unitCost().toDouble() * (1 - clamp.share().doubleValue());
        double deviations = noise.norm() == Norm.L1 ? Math.sqrt(2) / price : 1 / Math.sqrt(2 * price);
        return new ClampDraw(selection.draw(), selection.temperature(), (long) Math.ceil(deviations));
    }

    /** Returns the selection that the clamp's part of the price pays for. */
    static Selection selection(LearntClamp clamp, AdditiveNoise noise) {
        return Selection.of(noise, Ratio.ONE).withPart(Ratio.of(clamp.share()));
    }

    /**
     * Returns the noise that the rest of the price buys for a total that a record moves by at most {@code width} steps.
     */
    static AdditiveNoise rest(LearntClamp clamp, AdditiveNoise noise, BigInteger width) {
        Ratio size = new Ratio(noise.norm() == Norm.L1 ? width : width.pow(2), BigInteger.ONE);
        return noise.times(size.dividedBy(Ratio.of(BigDecimal.ONE.subtract(clamp.share()))));
    }

    /**
     * Returns for how many exponents, from 0 on, the noise is in range. This number is public.
     *
     * @param doublings the binary logarithm of the ratio between the width of a value's range and the clamp: 0 or 1
     * @throws InvalidParameter if even a clamp of 1 step has noise out of range
     */
    static int count(LearntClamp clamp, AdditiveNoise noise, int doublings) {
        int most = LearntClamp.LARGEST - doublings;
        while (!isInRange(clamp, noise, most + doublings) && most > 0) {
            most--;
        }
        rest(clamp, noise, BigInteger.ONE.shiftLeft(most + doublings));
        return most + 1;
    }

    /**
     * Returns the exponent from which learning starts, or the largest exponent whose noise is in range if that is smaller.
     *
     * @param doublings the binary logarithm of the ratio between the width of a value's range and the clamp: 0 or 1
     */
    static int first(LearntClamp clamp, AdditiveNoise noise, int doublings) {
        return Math.min(clamp.start(), count(clamp, noise, doublings) - 1);
    }

    private static boolean isInRange(LearntClamp clamp, AdditiveNoise noise, int exponent) {
        try {
            return rest(clamp, noise, BigInteger.ONE.shiftLeft(exponent)).scale() > 0;
        } catch (InvalidParameter e) {
            return false;
        }
    }

    int from(long[] above, int count, int before, Randomness randomness) {
        return draw.from(exponents(above, count, before), randomness);
    }

    /**
     * Returns the exponents of the exponential mechanism, as numerators over twice the denominator of the temperature.
     *
     * @param above the numbers T<sub>i</sub> of records above 2<sup>i</sup>, at index i
     * @param count how many clamps there are to draw from, at least 1
     * @param before the exponent of the clamp that was released last
     */
    public Exponents exponents(long[] above, int count, int before) {
        BigInteger one = temperature.denominator();
        BigInteger[] losses = IntStream.range(0, count)
                .mapToObj(i -> BigInteger.valueOf(Math.max(0, above[i] - kappa))
                        .shiftLeft(1)
                        .multiply(temperature.numerator())
                        .add(one.multiply(BigInteger.valueOf(
                                (long) UP * Math.max(0, i - before) + (long) DOWN * Math.max(0, before - i)))))
                .toArray(BigInteger[]::new);
        BigInteger least = IntStream.range(0, count)
                .mapToObj(i -> losses[i])
                .reduce(BigInteger::min)
                .orElseThrow();
        return new Exponents(count, i -> losses[i].subtract(least), one.shiftLeft(1));
    }
}
