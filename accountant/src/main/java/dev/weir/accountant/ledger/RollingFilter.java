package dev.weir.accountant.ledger;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;

/**
 * A filter for every stretch of w consecutive steps: w-event privacy.
 *
 * <p><b>Guarantee.</b> Neighbours differ within any w consecutive steps. The charges of any such stretch add up to at
 * most the limit: Kellaris, Papadopoulos, Xiao and Papadias (2014), Theorem 3 (number not checked). It says nothing of a
 * user who is present for longer. It is stronger than a budget refilled at midnight ({@link PeriodFilter}), which lets
 * twice the limit through in a stretch that straddles midnight.
 *
 * <p>State: a ring of w steps, their sum, the newest step. The sums are whole steps, so subtracting what expires leaves
 * no drift. A charge costs as much time as steps have passed since the last one, at most w.
 */
public final class RollingFilter implements StoppingRule {

    private static final long serialVersionUID = 1L;
    private static final int NEWEST = 0;
    private static final int SUM = 1;
    private static final int RING = 2;

    private final Amount limit;
    private final int width;

    /**
     * The filter of a policy.
     *
     * @param limit what may be spent in any {@code width} consecutive steps
     * @param width w, from 1 to 2<sup>20</sup>
     */
    public RollingFilter(Amount limit, int width) {
        if (width < 1 || width > 1 << 20) {
            throw new IllegalArgumentException("width must be between 1 and 2^20, was " + width);
        }
        this.limit = limit;
        this.width = width;
    }

    /** w + 2 words. */
    @Override
    public int words() {
        return width + RING;
    }

    /** Refuses, besides what overspends a stretch, steps before one already charged, and charges that may fail. */
    @Override
    public boolean charge(long[] spent, int at, long step, Charge charge) {
        long cost = cost(charge);
        long newest = unmark(spent[at + NEWEST]);
        if (step < newest) {
            return false;
        }
        long left = spent[at + SUM] - expired(spent, at, newest, step);
        if (!Filter.fits(cost, limit.femto() - left)) {
            return false;
        }
        forget(spent, at, newest, step);
        spent[at + NEWEST] = mark(step);
        spent[at + SUM] = left + cost;
        spent[slot(at, step)] += cost;
        return true;
    }

    @Override
    public PlannedSpend plannedSpend(long[] spent, int at) {
        return new PlannedSpend(new Amount(limit.currency(), spent[at + SUM]), Delta.ZERO);
    }

    @Override
    public Ceiling ceiling() {
        return Filter.of(limit).ceiling();
    }

    private long cost(Charge charge) {
        long cost = charge.steps(limit.currency());
        if (cost < 0 || (charge.deltaHigh() | charge.deltaLow()) != 0) {
            throw new IllegalArgumentException("charge must have a bound without failures in " + limit.currency()
                    + ", was in " + charge.amount().currency());
        }
        return cost;
    }

    private long expired(long[] spent, int at, long newest, long step) {
        long sum = 0;
        for (int i = 0; i < passed(newest, step); i++) {
            sum += spent[slot(at, newest + 1 + i)];
        }
        return sum;
    }

    private void forget(long[] spent, int at, long newest, long step) {
        for (int i = 0; i < passed(newest, step); i++) {
            spent[slot(at, newest + 1 + i)] = 0;
        }
    }

    /** How many slots of the ring lie between two steps; the difference may overflow, then all do. */
    private int passed(long newest, long step) {
        long passed = step - newest;
        return passed < 0 || passed > width ? width : (int) passed;
    }

    private int slot(int at, long step) {
        return at + RING + Math.floorMod(step, width);
    }

    /** So that a state of zeros has the oldest of all steps as its newest. */
    private static long mark(long step) {
        return step ^ Long.MIN_VALUE;
    }

    private static long unmark(long word) {
        return word ^ Long.MIN_VALUE;
    }
}
