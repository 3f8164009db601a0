package dev.weir.accountant.mechanism;

import dev.weir.accountant.privacy.Currency;
import java.math.BigInteger;

/**
 * How large a move of a cell's integers is to a mechanism: a whole number, in which noise is priced and records are
 * charged. A single integer is a block of one coordinate.
 */
public enum Norm {
    /** The sum of the absolute coordinates: what Laplace noise hides. */
    L1,
    /** The sum of the squared coordinates: what Gaussian noise hides. */
    SQUARED_L2;

    /** The norm of the noise that is paid for in {@code currency}. */
    public static Norm of(Currency currency) {
        return currency == Currency.EPSILON ? L1 : SQUARED_L2;
    }

    /** The size of a single integer. */
    public BigInteger size(long scalar) {
        BigInteger absolute = BigInteger.valueOf(scalar).abs();
        return this == L1 ? absolute : absolute.pow(2);
    }
}
