package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The price of one release, computed once so that charging it takes a few additions.
 *
 * <p>A charge is stated in the currency of its mechanism. Its price in another currency follows from these facts:
 * <ul>
 *   <li>(&epsilon;, &delta;)-DP is &delta;-approximate (&epsilon;&sup2;/2)-zCDP, for &delta; = 0 as well: Bun and
 *       Steinke (2016), Proposition 1.4 and section 8;
 *   <li>&mu;-Gaussian DP is (&mu;&sup2;/2)-zCDP: the Gaussian mechanism dominates it (Dong, Roth and Su, 2022);
 *   <li>no other conversion is known: zCDP is neither pure nor Gaussian DP.
 * </ul>
 * A charge cannot be stated at a R&eacute;nyi order or as a privacy loss distribution. Neither of them may stop a
 * stream, because the outputs influence which order is the last one, or where a composed distribution crosses the
 * budget.
 */
public final class Charge implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final int DIGITS = 15;

    /** Marks a currency in which the charge has no known bound. */
    private static final long NONE = -1;

    private final Amount amount;
    private final Delta delta;
    private final long epsilon;
    private final long rho;
    private final long halfMuSquared;
    private final long deltaHigh;
    private final long deltaLow;

    private Charge(Amount amount, Delta delta) {
        requireExact(amount, delta);
        this.amount = amount;
        this.delta = delta;
        this.epsilon = amount.currency() == Currency.EPSILON ? amount.femto() : NONE;
        this.rho = amount.currency() == Currency.EPSILON ? halfSquare(amount) : amount.femto();
        this.halfMuSquared = amount.currency() == Currency.HALF_MU_SQUARED ? amount.femto() : NONE;
        this.deltaHigh = UInt128.high(delta.yocto());
        this.deltaLow = UInt128.low(delta.yocto());
    }

    /** Refuses a Gaussian charge with a failure probability, because no filter bounds such charges. */
    private static void requireExact(Amount amount, Delta delta) {
        boolean fails = delta.yocto().signum() > 0;
        Require.that(
                !fails || amount.currency() != Currency.HALF_MU_SQUARED,
                "delta",
                "0 for a Gaussian charge",
                delta.value());
    }

    /**
     * Creates a charge without a failure probability: &epsilon;-DP, &rho;-zCDP or &mu;-Gaussian DP.
     *
     * @param amount the price in the mechanism's own currency
     */
    public static Charge of(Amount amount) {
        return new Charge(amount, Delta.ZERO);
    }

    /**
     * Creates a charge for a mechanism that may fail with some probability: (&epsilon;, &delta;)-DP or approximate
     * zCDP.
     *
     * @param amount the price in {@link Currency#EPSILON} or {@link Currency#RHO}, or in any currency with a {@code
     * delta} of 0
     * @param delta the probability of failure
     * @throws InvalidParameter if {@code delta} is above 0 in {@link Currency#HALF_MU_SQUARED}
     */
    public static Charge of(Amount amount, Delta delta) {
        return new Charge(amount, delta);
    }

    /**
     * Returns &epsilon;&sup2;/2 in steps of 10<sup>-15</sup>, rounded up. If it overflows, returns {@code
     * Long.MAX_VALUE}, which no account affords.
     */
    private static long halfSquare(Amount epsilon) {
        BigInteger steps = epsilon.value()
                .pow(2)
                .multiply(HALF)
                .setScale(DIGITS, RoundingMode.CEILING)
                .unscaledValue();
        return steps.bitLength() < Long.SIZE ? steps.longValue() : Long.MAX_VALUE;
    }

    /** The price in the mechanism's own currency. */
    public Amount amount() {
        return amount;
    }

    /**
     * Whether the charge has a known bound in {@code currency}.
     *
     * @param currency the currency of the bound
     */
    public boolean isKnownIn(Currency currency) {
        return steps(currency) != NONE;
    }

    /**
     * Returns the charge in steps of {@code currency}, or a negative number if it has no known bound in that currency.
     */
    long steps(Currency currency) {
        return switch (currency) {
            case EPSILON -> epsilon;
            case RHO -> rho;
            case HALF_MU_SQUARED -> halfMuSquared;
        };
    }

    long deltaHigh() {
        return deltaHigh;
    }

    long deltaLow() {
        return deltaLow;
    }

    @Override
    public String toString() {
        return amount.currency() + " " + amount.value() + (delta.equals(Delta.ZERO) ? "" : ", delta " + delta.value());
    }
}
