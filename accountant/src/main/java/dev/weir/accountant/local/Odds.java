package dev.weir.accountant.local;

import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The two weights of a local mechanism: an output that fits the value is {@code heavy / light} times as likely as one
 * that does not.
 *
 * <p><b>Guarantee.</b> {@link #of} takes light = 2<sup>32</sup> and heavy = floor(2<sup>32</sup> e<sup>&epsilon;</sup>),
 * decided by an enclosure of e<sup>-&epsilon;</sup>, so heavy / light &le; e<sup>&epsilon;</sup> exactly. e<sup>x</sup>
 * is irrational for a rational x other than 0, hence some number of digits decides.
 *
 * <p><b>Error.</b> The realised &epsilon; is smaller by at most 2<sup>-32</sup> e<sup>-&epsilon;</sup> or so.
 *
 * @param heavy H, the weight of an output that fits, above {@code light}, below 2<sup>62</sup>
 * @param light U, the weight of any other output, at least 1
 */
public record Odds(long heavy, long light) implements Serializable {

    /** The largest &epsilon; of a report. Weights of all outputs then add up to less than 2<sup>63</sup>. */
    public static final int LARGEST_EPSILON = 16;

    private static final BigDecimal SMALLEST_EPSILON = new BigDecimal("1e-9");
    private static final int MOST_DIGITS = 100;
    private static final int LIGHT_BITS = 32;
    private static final int FIRST_BITS = 128;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a weight is out of range */
    public Odds {
        Require.atLeast("light", light, 1);
        Require.between("heavy", heavy, light + 1, (1L << 62) - 1);
    }

    /**
     * The largest odds whose factor is at most e<sup>&epsilon;</sup>, with a light weight of 2<sup>32</sup>.
     *
     * @param epsilon &epsilon; in nats, from 1e-9 to {@value #LARGEST_EPSILON}, of at most 100 digits
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range
     */
    public static Odds of(BigDecimal epsilon) {
        return of(Ratio.of(checked(epsilon)));
    }

    /**
     * The largest odds whose factor is at most e<sup>&epsilon;/2</sup>, with a light weight of 2<sup>32</sup>.
     *
     * @param epsilon &epsilon; in nats, from 1e-9 to {@value #LARGEST_EPSILON}, of at most 100 digits
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range
     */
    public static Odds halved(BigDecimal epsilon) {
        return of(Ratio.of(checked(epsilon)).dividedBy(Ratio.of(2, 1)));
    }

    /** Refuses an &epsilon; that no mechanism of this package takes. */
    static BigDecimal checked(BigDecimal epsilon) {
        boolean isShort = epsilon.precision() <= MOST_DIGITS && Math.abs((long) epsilon.scale()) <= MOST_DIGITS;
        Require.that(isShort, "epsilon", "a decimal of at most " + MOST_DIGITS + " digits", "a longer one");
        boolean isInRange =
                epsilon.compareTo(SMALLEST_EPSILON) >= 0 && epsilon.compareTo(BigDecimal.valueOf(LARGEST_EPSILON)) <= 0;
        Require.that(isInRange, "epsilon", "between 1e-9 and " + LARGEST_EPSILON, epsilon);
        return epsilon;
    }

    private static Odds of(Ratio epsilon) {
        for (int bits = FIRST_BITS; ; bits *= 2) {
            BigDecimal chance = ExponentialCoin.chance(epsilon.numerator(), epsilon.denominator(), bits);
            BigDecimal error = BigDecimal.ONE.divide(new BigDecimal(BigInteger.ONE.shiftLeft(bits)));
            long least = inverse(chance.add(error));
            if (least == inverse(chance.subtract(error))) {
                return new Odds(least, 1L << LIGHT_BITS);
            }
        }
    }

    /** The whole part of 2<sup>32</sup> / chance. */
    private static long inverse(BigDecimal chance) {
        return BigDecimal.valueOf(1L << LIGHT_BITS)
                .divideToIntegralValue(chance)
                .setScale(0, RoundingMode.DOWN)
                .longValueExact();
    }

    /** An upper bound on ln(heavy / light), in nats. */
    public double epsilon() {
        BigDecimal excess = BigDecimal.valueOf(heavy - light).divide(BigDecimal.valueOf(light), MathContext.DECIMAL128);
        return Rounding.up(StrictMath.log1p(excess.doubleValue()), Margin.FORMULA);
    }

    /** Draws one of two outcomes: whether it is the heavy one. */
    boolean fall(Uniform uniform) {
        return uniform.below(Math.addExact(heavy, light)) < heavy;
    }
}
