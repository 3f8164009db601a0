package dev.weir.accountant.ledger;

/**
 * A filter that opens anew in every calendar period.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. Each period by itself satisfies
 * {@link #ceiling}. It says no more than that: over D periods a user present in all of them has D times the
 * budget, and a stretch across a boundary may hold twice the limit ({@link RollingFilter} does not allow that). Periods
 * come from event time: {@link dev.weir.accountant.privacy.PrivacyUnit#period}.
 *
 * <p>A period is closed for good once a later one has been charged.
 */
public final class PeriodFilter implements StoppingRule {

    private static final long serialVersionUID = 1L;

    private final Filter each;

    /**
     * The filter of a policy.
     *
     * @param each what holds of each period
     */
    public PeriodFilter(Filter each) {
        this.each = each;
    }

    /** One word more than an account of a single period. */
    @Override
    public int words() {
        return each.words() + 1;
    }

    /** Refuses, besides what overspends the period, periods that are closed. */
    @Override
    public boolean charge(long[] spent, int at, long period, Charge charge) {
        long current = spent[at] ^ Long.MIN_VALUE;
        if (period < current) {
            return false;
        }
        if (period > current) {
            if (!each.affordsWhenFresh(charge)) {
                return false;
            }
            open(spent, at, period);
        }
        return each.charge(spent, at + 1, charge);
    }

    /** Marks the period, so that a state of zeros has the oldest of all periods as its current one. */
    private void open(long[] spent, int at, long period) {
        spent[at] = period ^ Long.MIN_VALUE;
        for (int i = 1; i < words(); i++) {
            spent[at + i] = 0;
        }
    }

    @Override
    public Ceiling ceiling() {
        return each.ceiling();
    }

    @Override
    public PlannedSpend plannedSpend(long[] spent, int at) {
        return each.plannedSpend(spent, at + 1);
    }
}
