package dev.weir.accountant.privacy;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/**
 * A positive rational number in lowest terms. Scales of noise are rational, so that samples are drawn without rounding.
 *
 * @param numerator the numerator, at least 1
 * @param denominator the denominator, at least 1
 */
public record Ratio(BigInteger numerator, BigInteger denominator) implements Comparable<Ratio>, Serializable {

    /** The ratio 1. */
    public static final Ratio ONE = of(1, 1);

    /** @throws InvalidParameter if {@code numerator} or {@code denominator} is out of range */
    public Ratio {
        if (numerator.signum() <= 0 || denominator.signum() <= 0) {
            throw new InvalidParameter("ratio", "> 0", numerator + "/" + denominator);
        }
        BigInteger common = numerator.gcd(denominator);
        numerator = numerator.divide(common);
        denominator = denominator.divide(common);
    }

    /**
     * The ratio {@code numerator / denominator} in lowest terms.
     *
     * @param numerator the numerator, at least 1
     * @param denominator the denominator, at least 1
     * @throws InvalidParameter if {@code numerator} or {@code denominator} is below 1
     */
    public static Ratio of(long numerator, long denominator) {
        return new Ratio(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /**
     * The ratio that equals a decimal exactly.
     *
     * @param value the decimal, above 0
     * @throws InvalidParameter if {@code value} is not above 0
     */
    public static Ratio of(BigDecimal value) {
        return value.scale() <= 0
                ? new Ratio(value.toBigIntegerExact(), BigInteger.ONE)
                : new Ratio(value.unscaledValue(), BigInteger.TEN.pow(value.scale()));
    }

    /**
     * Returns the product of this ratio and another.
     *
     * @param other the other factor
     */
    public Ratio times(Ratio other) {
        return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /**
     * Returns the quotient of this ratio and another.
     *
     * @param other the divisor
     */
    public Ratio dividedBy(Ratio other) {
        return new Ratio(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    /**
     * Returns the inverse of this ratio, which must be a whole number.
     *
     * @throws InvalidParameter if the inverse is not a whole number below 2<sup>63</sup>
     */
    public long wholeInverse() {
        if (!numerator.equals(BigInteger.ONE) || denominator.bitLength() >= Long.SIZE) {
            throw new InvalidParameter("ratio", "1 / n for a whole number n below 2^63", this);
        }
        return denominator.longValueExact();
    }

    /** The value to 34 significant digits, rounded half even. It is for display and statistics, never for sampling. */
    public BigDecimal toBigDecimal() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), MathContext.DECIMAL128);
    }

    /** The double nearest to {@link #toBigDecimal()}. It is for display and statistics, never for sampling. */
    public double toDouble() {
        return toBigDecimal().doubleValue();
    }

    @Override
    public int compareTo(Ratio other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return denominator.equals(BigInteger.ONE) ? numerator.toString() : numerator + "/" + denominator;
    }
}
