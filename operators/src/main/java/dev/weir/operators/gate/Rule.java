package dev.weir.operators.gate;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.RecordCost;
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
    private final UnitAccount account;
    private final RecordCost cost;
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
        this.account = priced.price().account();
        this.cost = priced.price().recordCost();
        this.layout = layout;
        this.ends = new WindowEnds(priced.query().window());
        this.countsKeys = layout.countsKeys(query);
        this.remembersCells = countsKeys
                || bounds.recordsPerCell() != Bounds.UNBOUNDED
                || priced.price().isGaussian()
                || !priced.query().aggregates().stream().allMatch(Aggregate::onlyGrows);
        this.raw = new long[aggregates.length];
        this.before = new long[aggregates.length];
        this.after = new long[aggregates.length];
    }

    /** Whether what a unit has put into a cell matters for its next record there. */
    boolean remembersCells() {
        return remembersCells;
    }

    int aggregates() {
        return aggregates.length;
    }

    /** The end of the window that holds {@code time}; the next decision is about it. */
    long windowEnd(long time) {
        end = ends.of(time);
        return end;
    }

    /** See {@link WindowCells#touchIndex}. */
    long touchIndex(UnitTable table, int unit, long time) {
        WindowCells cells = remembersCells ? table.find(query, ends.of(time)) : null;
        return cells == null ? 0 : cells.touchIndex(unit);
    }

    /** See {@link WindowCells#touchCell}. */
    long touchCell(UnitTable table, int unit, int key, long time) {
        WindowCells cells = remembersCells ? table.find(query, ends.of(time)) : null;
        return cells == null ? 0 : cells.touchCell(unit, key);
    }

    /** What becomes of the visitor's claim that starts at {@code at}; charged if it is counted. */
    Tally.End decide(Visitor visitor, Offer offer, int at) {
        if (isCapped(visitor, offer.key(at))) {
            return Tally.End.CAP;
        }
        cost.clear();
        for (int i = 0; i < raw.length; i++) {
            raw[i] = saturated(raw[i], offer.word(at + 1 + i));
            after[i] = aggregates[i].emitted(raw[i]);
            cost.addScalar(i, before[i], after[i]);
        }
        int start = visitor.row() + layout.account(query);
        return account.charge(visitor.words(), start, cost.high(), cost.low()) ? Tally.End.COUNTED : Tally.End.ACCOUNT;
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

    /** Remembers the claim that was just decided to count, and adds what it moves to the cell's sum. */
    void take(Visitor visitor, Offer offer, int at, PartialSums sums) {
        visitor.stay(offer);
        int key = offer.key(at);
        if (remembersCells && visitor.isKnown()) {
            remember(visitor, key, visitor.cells(query, end));
        }
        sums.add(query, key, end, before, after);
    }

    private void remember(Visitor visitor, int key, WindowCells cells) {
        if (entry < 0) {
            layout.count(query, keys == 0, visitor.words(), visitor.row());
            entry = cells.open(visitor.number(), key);
        }
        int records = cells.records(entry);
        cells.set(entry, records == Integer.MAX_VALUE ? records : records + 1, raw);
    }
}
