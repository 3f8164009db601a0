package dev.weir.accountant.account;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Require;

/**
 * The account of one key in each period, for a query whose releases all cost the same.
 *
 * <p><b>Guarantee.</b> The charges of one key in one period add up to at most the limit. A release belongs to
 * the period that holds its window's end. Charges are a function of the
 * schedule alone, so the account is public. The account does not bound the loss of a person, whose records may have
 * several keys; {@link UnitAccount} does.
 *
 * <p>The state has two words: the start of the latest charged period in epoch milliseconds, and the spending of that
 * period in steps of 10<sup>-15</sup>. A charge for a later period starts a new sum at 0. After a change of the plan,
 * periods may have another length; a charge for a period that starts before the latest charged one is added to the sum
 * of the latest one.
 *
 * @param limit the most that may be spent on one key in one period
 * @param periods the periods
 * @param cost the price of one release, in the currency of {@code limit}
 */
public record KeyAccount(Amount limit, AccountPeriods periods, Amount cost) implements Account {

    /** The number of words of state that an account takes. */
    public static final int WORDS = 2;

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code cost} is in another currency than {@code limit}
     */
    public KeyAccount {
        Require.that(
                cost.currency() == limit.currency(),
                "currency",
                limit.currency().name(),
                cost.currency());
    }

    /**
     * Creates an account with periods of one length, aligned to the epoch, in UTC.
     *
     * @param limit the most that may be spent on one key in one period
     * @param periodMillis the length of a period in milliseconds, at least 1
     * @param cost the price of one release, in the currency of {@code limit}
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code periodMillis} is out of range, or {@code cost} is in another currency
     *     than {@code limit}
     */
    public KeyAccount(Amount limit, long periodMillis, Amount cost) {
        this(limit, AccountPeriods.ofMillis(periodMillis), cost);
    }

    @Override
    public int words() {
        return WORDS;
    }

    /**
     * The period to which the releases of a window are charged. Compute it once for each window and use it for all
     * keys.
     *
     * @param windowEnd the end of the released window in epoch milliseconds
     */
    public Period period(long windowEnd) {
        return new Period(periods.start(windowEnd), cost.femto(), limit.femto());
    }

    /**
     * The start of the latest period in which an account was charged, epoch milliseconds; {@link Long#MIN_VALUE} if it was never charged.
     *
     * @param words the states of several keys
     * @param at the index of the first word of this key
     */
    public static long latestPeriod(long[] words, int at) {
        return PeriodWord.period(words[at]);
    }

    /**
     * One period of the accounts of a query's keys.
     *
     * @param start the start of the period in epoch milliseconds
     * @param cost the price of one release, in steps of 10<sup>-15</sup>
     * @param limit the most that may be spent in the period, in steps of 10<sup>-15</sup>
     */
    public record Period(long start, long cost, long limit) {

        /**
         * Charges a release and returns true, or changes nothing and returns false if the release would overspend the
         * period.
         *
         * @param words the states of several keys
         * @param at the index of the first word of this key
         */
        public boolean charge(long[] words, int at) {
            long latest = PeriodWord.period(words[at]);
            long spent = start > latest ? 0 : words[at + 1];
            if (!PrivacyFilter.fits(cost, limit - spent)) {
                return false;
            }
            words[at] = PeriodWord.of(Math.max(start, latest));
            words[at + 1] = spent + cost;
            return true;
        }
    }
}
