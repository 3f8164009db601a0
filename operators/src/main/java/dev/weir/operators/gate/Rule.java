package dev.weir.operators.gate;

import dev.weir.accountant.ledger.Quota;
import dev.weir.operators.admit.Offer;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.WindowEnds;
import dev.weir.operators.tally.Tally;
import java.util.Arrays;

/**
 * What one query asks of a unit. Deciding and taking are two steps: the first charges the account and changes nothing
 * else, the second remembers what the record has done to its cell.
 */
final class Rule {

    private static final int UNTOUCHED = -1;

    private final int query;
    private final Bounds bounds;
    private final Aggregate[] aggregates;
    private final Quota quota;
    private final RowLayout layout;
    private final WindowEnds ends;
    private final boolean remembersCells;
    private final boolean countsKeys;

    private final long[] raw;
    private final long[] before;
    private final long[] after;
    private long end;
    private int entry;
    private int keys;

    Rule(int query, PricedQuery priced, RowLayout layout) {
        this.query = query;
        this.bounds = priced.query().bounds();
        this.aggregates = priced.query().aggregates().toArray(Aggregate[]::new);
        this.quota = priced.price().quota();
        this.layout = layout;
        this.ends = new WindowEnds(priced.query().window());
        this.countsKeys = bounds.keysPerWindow() != Bounds.UNBOUNDED || layout.counts(query);
        this.remembersCells = countsKeys
                || bounds.recordsPerCell() != Bounds.UNBOUNDED
                || priced.price().isGaussian()
                || !priced.query().aggregates().stream().allMatch(Aggregate::onlyGrows);
        this.raw = new long[aggregates.length];
        this.before = new long[aggregates.length];
        this.after = new long[aggregates.length];
    }

    int aggregates() {
        return aggregates.length;
    }

    /** The end of the window that holds {@code time}; the next decision is about it. */
    long windowEnd(long time) {
        end = ends.of(time);
        return end;
    }

    /** What becomes of a record of the visitor whose amounts start at {@code at}; charged if it is counted. */
    Tally.End decide(Visitor visitor, int key, Offer offer, int at) {
        if (isCapped(visitor, key)) {
            return Tally.End.CAP;
        }
        for (int i = 0; i < raw.length; i++) {
            raw[i] = saturated(raw[i], offer.amount(at + i));
            after[i] = aggregates[i].emitted(raw[i]);
        }
        int account = visitor.row() + layout.account(query);
        return quota.charge(visitor.words(), account, before, after) ? Tally.End.COUNTED : Tally.End.ACCOUNT;
    }

    /** Looks the cell up, and says whether a bound refuses one more record there. */
    private boolean isCapped(Visitor visitor, int key) {
        entry = UNTOUCHED;
        keys = 0;
        WindowCells cells = remembersCells ? visitor.find(query, end) : null;
        if (cells != null) {
            entry = cells.find(visitor.number(), key);
            if (entry >= 0) {
                recall(cells);
                return cells.records(entry) >= bounds.recordsPerCell();
            }
            keys = countsKeys ? cells.keys(visitor.number()) : 0;
        }
        Arrays.fill(raw, 0);
        Arrays.fill(before, 0);
        return isNewCellCapped(visitor);
    }

    private void recall(WindowCells cells) {
        for (int i = 0; i < raw.length; i++) {
            raw[i] = cells.raw(entry, i);
            before[i] = aggregates[i].emitted(raw[i]);
        }
    }

    private boolean isNewCellCapped(Visitor visitor) {
        return keys >= bounds.keysPerWindow() || (layout.counts(query) && isPeriodFull(visitor.words(), visitor.row()));
    }

    private boolean isPeriodFull(long[] words, int row) {
        return layout.cells(query, words, row) >= bounds.cellsPerPeriod()
                || (keys == 0 && layout.windows(query, words, row) >= bounds.windowsPerPeriod());
    }

    /** Raw totals saturate: beyond 2^62 steps every clamp has long been reached. */
    private static long saturated(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /** Remembers the record that was just decided to count, and adds what it moves to the cell's sum. */
    void take(Visitor visitor, int key, PartialSums sums) {
        visitor.stay();
        if (remembersCells && visitor.isKnown()) {
            WindowCells cells = visitor.cells(query, end);
            if (entry < 0) {
                layout.count(query, keys == 0, visitor.words(), visitor.row());
                if (countsKeys) {
                    cells.countKey(visitor.number());
                }
            }
            cells.take(visitor.number(), key, raw);
        }
        sums.add(query, key, end, before, after);
    }
}
