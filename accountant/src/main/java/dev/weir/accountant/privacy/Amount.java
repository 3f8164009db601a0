package dev.weir.accountant.privacy;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An amount of privacy loss, counted in whole steps of 10<sup>-15</sup>.
 *
 * <p>Budgets are sums over months of releases, and sums of doubles drift: ten charges of 0.1 do not add up to exactly
 * 1.0. Whole steps add exactly. Budgets and granted shares are rounded down to whole steps and charges are rounded up,
 * so spending is never under-reported.
 *
 * @param currency the currency of the amount
 * @param femto the amount in units of 10<sup>-15</sup>, at least 0
 */
public record Amount(Currency currency, long femto) implements Comparable<Amount>, Serializable {

    private static final int DIGITS = 15;
    private static final BigDecimal MAX_STEPS = BigDecimal.valueOf(Long.MAX_VALUE);

    /** @throws InvalidParameter if {@code femto} is out of range */
    public Amount {
        Require.atLeast("amount", femto, 0);
    }

    /**
     * The amount of 0.
     *
     * @param currency the currency of the amount
     */
    public static Amount zero(Currency currency) {
        return new Amount(currency, 0);
    }

    /**
     * The largest amount not above {@code value}, for budgets.
     *
     * @param currency the currency of the amount
     * @param value the value in units of the currency, from 0 to 9223
     * @throws InvalidParameter if {@code value} is outside of that range
     */
    public static Amount atMost(Currency currency, BigDecimal value) {
        BigDecimal steps = steps(value, RoundingMode.FLOOR);
        boolean fits = value.signum() >= 0 && steps.compareTo(MAX_STEPS) <= 0;
        Require.that(fits, "amount", "between 0 and 9223", value);
        return new Amount(currency, steps.longValueExact());
    }

    /**
     * The smallest amount not below {@code value}, for charges. If it overflows a long, the amount is {@link
     * Long#MAX_VALUE} steps, which no budget affords. Such a charge is not refused here, because wide bounds of
     * contributions may lead to it.
     *
     * @param currency the currency of the amount
     * @param value the value in units of the currency, at least 0
     * @throws InvalidParameter if {@code value} is below 0
     */
    public static Amount atLeast(Currency currency, BigDecimal value) {
        Require.that(value.signum() >= 0, "amount", ">= 0", value);
        BigDecimal steps = steps(value, RoundingMode.CEILING);
        return new Amount(currency, steps.min(MAX_STEPS).longValueExact());
    }

    private static BigDecimal steps(BigDecimal value, RoundingMode mode) {
        return value.setScale(DIGITS, mode).movePointRight(DIGITS);
    }

    /**
     * Returns the sum. If it overflows, it is {@link Long#MAX_VALUE} steps, which no budget affords.
     *
     * @param other the other amount, in the same currency
     * @throws InvalidParameter if {@code other} is in another currency
     */
    public Amount plus(Amount other) {
        requireSame(other);
        long sum = femto + other.femto;
        return new Amount(currency, sum < 0 ? Long.MAX_VALUE : sum);
    }

    /**
     * Returns this amount minus another.
     *
     * @param other the other amount, in the same currency, at most this amount
     * @throws InvalidParameter if {@code other} is larger or in another currency
     */
    public Amount minus(Amount other) {
        requireSame(other);
        return new Amount(currency, femto - other.femto);
    }

    /**
     * The largest amount not above {@code fraction} of this amount.
     *
     * @param fraction the fraction, from 0 to 1
     * @throws InvalidParameter if {@code fraction} is negative
     */
    public Amount share(BigDecimal fraction) {
        return atMost(currency, value().multiply(fraction));
    }

    /**
     * Divides this amount into shares that add up to exactly this amount and are as equal as whole steps allow, larger
     * shares first.
     *
     * @param parts the number of shares, at least 1
     * @throws InvalidParameter if {@code parts} is below 1
     */
    public List<Amount> split(int parts) {
        Require.atLeast("parts", parts, 1);
        long each = femto / parts;
        long larger = femto % parts;
        List<Amount> shares = new ArrayList<>(parts);
        for (int i = 0; i < parts; i++) {
            shares.add(new Amount(currency, i < larger ? each + 1 : each));
        }
        return Collections.unmodifiableList(shares);
    }

    /** States the currency and the amount in words. */
    public String words() {
        return currency.words() + " " + value().stripTrailingZeros().toPlainString();
    }

    /**
     * States the currency, the amount and, if it is not 0, the &delta; in words.
     *
     * @param failures the &delta; that belongs to the amount
     */
    public String words(Delta failures) {
        return words() + (failures.equals(Delta.ZERO) ? "" : " delta " + failures.words());
    }

    /**
     * States the currency, the amount and those of two &delta;s that are not 0 in words.
     *
     * @param failures the &delta; that belongs to the amount
     * @param keys the &delta; that pays for keys which nobody declared
     */
    public String words(Delta failures, Delta keys) {
        return words(failures) + (keys.equals(Delta.ZERO) ? "" : " and delta " + keys.words() + " for keys");
    }

    /** The amount in units of the currency, exactly. */
    public BigDecimal value() {
        return BigDecimal.valueOf(femto, DIGITS);
    }

    @Override
    public int compareTo(Amount other) {
        requireSame(other);
        return Long.compare(femto, other.femto);
    }

    private void requireSame(Amount other) {
        Require.that(currency == other.currency, "currency", currency.name(), other.currency);
    }
}
