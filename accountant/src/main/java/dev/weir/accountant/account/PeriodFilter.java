package dev.weir.accountant.account;

/**
 * A filter that opens anew in every calendar period.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. Each period by itself satisfies
 * {@link #guarantee}. It says nothing about several periods together: a user who is present in D periods has D times
 * the budget, and an interval across a boundary may contain twice the limit. Periods come from event time: {@link
 * dev.weir.accountant.privacy.PrivacyUnit#period}.
 *
 * <p>A period is closed for good once a later one has been charged.
 */
public final class PeriodFilter implements Account {

    private static final long serialVersionUID = 1L;

    private final PrivacyFilter each;

    /**
     * The filter of a policy.
     *
     * @param each the filter of each period
     */
    public PeriodFilter(PrivacyFilter each) {
        this.each = each;
    }

    /** The words of an account of a single period, and one more for the period. */
    @Override
    public int words() {
        return each.words() + 1;
    }

    /**
     * Charges and returns true, or changes nothing and returns false if that overspends the period or the period is
     * closed.
     *
     * @param spent the states of several accounts
     * @param at the index of the first word of this account
     * @param period the period, any value but {@link Long#MIN_VALUE}
     * @param charge a charge that has a bound in the filter's currency
     * @return whether the charge was made
     * @throws InvalidParameter if the charge has no bound in the filter's currency
     */
    public boolean charge(long[] spent, int at, long period, Charge charge) {
        long current = PeriodWord.period(spent[at]);
        if (period < current || (period > current && !each.affordsWhenFresh(charge))) {
            return false;
        }
        if (period > current) {
            open(spent, at, period);
        }
        return each.charge(spent, at + 1, charge);
    }

    private void open(long[] spent, int at, long period) {
        spent[at] = PeriodWord.of(period);
        for (int i = 1; i < words(); i++) {
            spent[at + i] = 0;
        }
    }

    /** The guarantee for everything that one account pays for in one period, however the charges are chosen. */
    public Guarantee guarantee() {
        return each.guarantee();
    }

    @Override
    public SpentBudget spent(long[] spent, int at) {
        return each.spent(spent, at + 1);
    }
}
