package dev.weir.accountant.privacy;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A failure probability &delta;, counted in whole steps of 10<sup>-24</sup>.
 *
 * <p>Every probability in these steps fits into 128 bits, because 10<sup>24</sup> has 80 bits. The &delta;s of several
 * mechanisms add up.
 *
 * @param yocto &delta; in units of 10<sup>-24</sup>, from 0 to 10<sup>24</sup>
 */
public record Delta(BigInteger yocto) implements Comparable<Delta>, Serializable {

    private static final int DIGITS = 24;
    private static final BigInteger ONE = BigInteger.TEN.pow(DIGITS);

    /** The &delta; of pure differential privacy. */
    public static final Delta ZERO = new Delta(BigInteger.ZERO);

    /** @throws InvalidParameter if {@code yocto} is out of range */
    public Delta {
        if (yocto.signum() < 0 || yocto.compareTo(ONE) > 0) {
            throw new InvalidParameter("delta", "between 0 and 1", new BigDecimal(yocto, DIGITS));
        }
    }

    /**
     * The largest &delta; not above {@code value}, for budgets.
     *
     * @param value the probability, from 0 to 1
     * @throws InvalidParameter if {@code value} is outside of that range
     */
    public static Delta atMost(BigDecimal value) {
        return new Delta(value.setScale(DIGITS, RoundingMode.FLOOR).unscaledValue());
    }

    /**
     * The smallest &delta; not below {@code value}, for charges.
     *
     * @param value the probability, from 0 to 1
     * @throws InvalidParameter if {@code value} is outside of that range
     */
    public static Delta atLeast(BigDecimal value) {
        return new Delta(value.setScale(DIGITS, RoundingMode.CEILING).unscaledValue());
    }

    /**
     * Returns the sum, at most 1.
     *
     * @param other the probability of another failure
     */
    public Delta plus(Delta other) {
        return new Delta(yocto.add(other.yocto).min(ONE));
    }

    /** The &delta; as an exact decimal. */
    public BigDecimal value() {
        return new BigDecimal(yocto, DIGITS);
    }

    /** The &delta; as a decimal without an exponent. */
    public String words() {
        return value().stripTrailingZeros().toPlainString();
    }

    @Override
    public int compareTo(Delta other) {
        return yocto.compareTo(other.yocto);
    }
}
