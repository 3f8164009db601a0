package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;

/**
 * An account without periods, which may stop a stream of adaptively chosen charges.
 *
 * <p><b>Guarantee.</b> However the charges are chosen from earlier outputs (mechanism, price, whether at all), the
 * whole interaction of one account costs at most the limit in the filter's currency, as long as every charge is granted
 * before its mechanism reads data. If charges may fail, this bound holds together with the limit on the sum of their
 * &delta;s. The filter decides by one sum, in a currency that bounds the loss at every order at once; if charges may
 * fail, also by the sum of their &delta;s:
 *
 * <table>
 * <caption>What may be charged and where it ends</caption>
 * <tr><th>filter</th><th>continues while</th><th>takes</th><th>source</th></tr>
 * <tr><td>pure</td><td>&sum;&epsilon; &le; E</td><td>&epsilon;</td><td>Rogers, Roth, Ullman and Vadhan (2016)</td></tr>
 * <tr><td>approximate</td><td>&sum;&epsilon; &le; E and &sum;&delta; &le; D</td><td>&epsilon; and (&epsilon;,
 * &delta;)</td><td>Rogers, Roth, Ullman and Vadhan (2016)</td></tr>
 * <tr><td>zCDP, also approximate</td><td>&sum;&rho; &le; R and &sum;&delta; &le; D</td><td>all</td><td>Feldman and
 * Zrnic (2021); Whitehouse, Ramdas, Rogers and Wu (2023)</td></tr>
 * <tr><td>Gaussian</td><td>&sum;&mu;&sup2;/2 &le; M&sup2;/2</td><td>Gaussian noise only</td><td>Smith and Thakurta
 * (2022); Koskela, Tobaben and Honkela (2022)</td></tr>
 * </table>
 *
 * <p>A refused charge changes nothing, and smaller charges may still be granted. The sums are whole steps, so order and
 * grouping of charges do not matter. A charge that overflows is refused. A charge takes a few additions and allocates no
 * objects.
 */
public final class PrivacyFilter implements Account {

    private static final long serialVersionUID = 1L;

    private final Currency currency;
    private final long steps;
    private final long deltaHigh;
    private final long deltaLow;
    private final boolean countsDelta;

    private PrivacyFilter(Amount limit, Delta failures) {
        this.currency = limit.currency();
        this.steps = limit.femto();
        this.deltaHigh = UInt128.high(failures.yocto());
        this.deltaLow = UInt128.low(failures.yocto());
        this.countsDelta = failures.yocto().signum() > 0;
    }

    /**
     * Creates a filter for charges without a failure probability: pure, zCDP, or Gaussian. A Gaussian filter takes
     * charges for Gaussian noise only.
     *
     * @param limit the most that the charges may add up to; its currency decides which filter is made
     */
    public static PrivacyFilter of(Amount limit) {
        return new PrivacyFilter(limit, Delta.ZERO);
    }

    /**
     * Creates a filter for charges that may fail: the approximate or the approximate-zCDP filter.
     *
     * @param limit the most that the charges may add up to, in {@link Currency#EPSILON} or {@link Currency#RHO}
     * @param failures the most that the &delta;s of all charges may add up to
     * @throws InvalidParameter if the limit is in {@link Currency#HALF_MU_SQUARED}
     */
    public static PrivacyFilter of(Amount limit, Delta failures) {
        Require.that(limit.currency() != Currency.HALF_MU_SQUARED, "currency", "EPSILON or RHO", limit.currency());
        return new PrivacyFilter(limit, failures);
    }

    /** Returns 1, or 3 if charges may fail. */
    @Override
    public int words() {
        return countsDelta ? 3 : 1;
    }

    /**
     * Makes the charge and returns true, or changes nothing and returns false.
     *
     * @param spent the states of several accounts
     * @param at the index of the first word of this account
     * @param charge a charge that has a bound in the filter's currency
     * @return whether the charge was made
     * @throws InvalidParameter if the charge has no bound in the filter's currency
     */
    public boolean charge(long[] spent, int at, Charge charge) {
        if (!affords(spent, at, charge)) {
            return false;
        }
        spent[at] += charge.steps(currency);
        if (countsDelta) {
            long low = spent[at + 2] + charge.deltaLow();
            spent[at + 1] += charge.deltaHigh() + UInt128.carry(spent[at + 2], charge.deltaLow(), low);
            spent[at + 2] = low;
        }
        return true;
    }

    private boolean affords(long[] spent, int at, Charge charge) {
        return fits(cost(charge), steps - spent[at])
                && (countsDelta
                        ? affordsFailure(spent[at + 1], spent[at + 2], charge)
                        : (charge.deltaHigh() | charge.deltaLow()) == 0);
    }

    private boolean affordsFailure(long high, long low, Charge charge) {
        long lowSum = low + charge.deltaLow();
        long highSum = high + charge.deltaHigh() + UInt128.carry(low, charge.deltaLow(), lowSum);
        return UInt128.isAtMost(highSum, lowSum, deltaHigh, deltaLow);
    }

    /**
     * Returns whether a cost is at most the room that is left. A saturated cost, {@code Long.MAX_VALUE}, never fits.
     */
    static boolean fits(long cost, long room) {
        return cost <= room && cost < Long.MAX_VALUE;
    }

    private long cost(Charge charge) {
        long cost = charge.steps(currency);
        if (cost < 0) {
            throw new InvalidParameter(
                    "charge", "bounded in " + currency, "in " + charge.amount().currency());
        }
        return cost;
    }
}
