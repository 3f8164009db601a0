package dev.weir.accountant.mechanism;

import dev.weir.accountant.privacy.Currency;
import java.math.BigInteger;

/**
 * The norm in which a mechanism measures how far the integers of a block move. Sizes are whole numbers; the price of
 * noise and the charge of a record follow from them. A single integer is a block of one coordinate.
 */
public enum Norm {
    /** The sum of the absolute coordinates, by which Laplace noise is scaled. */
    L1,
    /** The sum of the squared coordinates, by which Gaussian noise is scaled. */
    SQUARED_L2;

    /**
     * The norm of the noise that is used if the account is in {@code currency}.
     *
     * @param currency the currency of the account
     */
    public static Norm of(Currency currency) {
        return currency == Currency.EPSILON ? L1 : SQUARED_L2;
    }

    /**
     * The size of a single integer.
     *
     * @param scalar the integer in grid steps, any long
     * @return the size in grid steps, or in squared grid steps for {@link #SQUARED_L2}
     */
    public BigInteger size(long scalar) {
        BigInteger absolute = BigInteger.valueOf(scalar).abs();
        return this == L1 ? absolute : absolute.pow(2);
    }
}
