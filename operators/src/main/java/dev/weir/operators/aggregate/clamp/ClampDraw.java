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
 * <p>Exponent i has the score -max(0, T<sub>i</sub> - kappa) - (3 / t) max(0, i - before) - (1 / 2t) max(0, before -
 * i), with T<sub>i</sub> the number of records above 2<sup>i</sup> and {@code before} the key's last released choice. A
 * record moves all scores the same way, by 0 or 1, so the span of m of them is m. About kappa records above the clamp
 * cost as much as its noise; 3 nats a doubling keep the expected clamp finite.
 *
 * @param draw how the exponent is drawn
 * @param temperature t
 * @param kappa the deviation of a clamped sum's noise, in clamps, rounded up
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

    /** The selection that the clamp's part of the price pays for. */
    static Selection selection(LearntClamp clamp, AdditiveNoise noise) {
        return Selection.of(noise, Ratio.ONE).withPart(Ratio.of(clamp.share()));
    }

    /** The noise, for the rest of the price, of a total that a record moves by at most {@code width} steps. */
    static AdditiveNoise rest(LearntClamp clamp, AdditiveNoise noise, BigInteger width) {
        Ratio size = new Ratio(noise.norm() == Norm.L1 ? width : width.pow(2), BigInteger.ONE);
        return noise.times(size.dividedBy(Ratio.of(BigDecimal.ONE.subtract(clamp.share()))));
    }

    /**
     * The number of exponents whose noise is in range, which is public.
     *
     * @param doublings the exponent of the ratio between the width of a value's range and its clamp
     * @throws InvalidParameter if even the exponent of 1 step has noise out of range
     */
    static int count(LearntClamp clamp, AdditiveNoise noise, int doublings) {
        int most = LearntClamp.LARGEST - doublings;
        while (!isInRange(clamp, noise, most + doublings) && most > 0) {
            most--;
        }
        rest(clamp, noise, BigInteger.ONE.shiftLeft(most + doublings));
        return most + 1;
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
     * The exponents of the draw, in parts of a denominator of 2 times that of the temperature.
     *
     * @param above T by exponent
     * @param count how many exponents there are to draw from, at least 1
     * @param before the exponent that was released last
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
