package dev.weir.operators.gate;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.gate.cell.CellPrefetch;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitCursor;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.CellEnds;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what one unit contributes to one query. {@link #decide} decides whether a record counts. If so, it charges the
 * unit's account, and changes nothing else. {@link #count} then stores the record's effect on its cell. {@link #decide}
 * finds the record's cell, and its step if cells form a series, from the record's own time, so its result does not
 * depend on calls for other units.
 */
final class QueryBounder {

    private static final int NOT_FOUND = -1;

    private final int query;
    private final Bounds bounds;
    private final CellRules rules;
    private final UnitNodes nodes;
    private final UnitAccount account;
    private final UnitLayout layout;
    private final CellEnds ends;
    private final OpenKeys openKeys;
    private final boolean remembersCells;
    private final boolean countsKeys;
    private final boolean separates;

    /** Charges the first records of a unit in a window an upper bound of their price; null if every record is charged its price. */
    private final @Nullable UnsettledBounder unsettled;

    /** Whether nobody declared the query's keys, so that a unit's first counted record of a cell is a touch of its key. */
    private final boolean countsTouches;

    /** The state of the unit's cell, first before the record and then after it. */
    private final long[] kept;

    /** Whether the last record was charged an upper bound of its price. */
    private boolean isUnsettled;

    private long end;
    private long spanEnd;
    private long step;
    private int entry;

    /** The number of the record's key; negative until it is known. */
    private int key;

    private int keys;

    /**
     * The numbers of keys in the span of the last call, which ends at {@link #numberedEnd}. The numbers are kept
     * because most records fall into the same span.
     */
    private @Nullable KeyNumbers numbers;

    private long numberedEnd;

    QueryBounder(GateQuery query, UnitLayout layout, OpenKeys openKeys) {
        this.query = query.number();
        this.bounds = query.query().bounds().perCell();
        this.separates = query.query().bounds().series().separation() > 0;
        this.rules = query.rules();
        this.account = query.account();
        this.layout = layout;
        this.ends = new CellEnds(query.query().window());
        this.openKeys = openKeys;
        this.countsKeys = layout.shape(query.number()).countsKeys();
        this.nodes = new UnitNodes(rules, layout.shape(query.number()));
        this.countsTouches = query.query().keys().discovered().isPresent();
        this.remembersCells =
                countsTouches || countsKeys || bounds.recordsPerCell() != Bounds.UNBOUNDED || rules.kept() > 0;
        this.kept = new long[rules.kept()];
        this.unsettled = layout.shape(query.number()).startsUnsettled() ? new UnsettledBounder(query, layout) : null;
    }

    /** Whether the decision on a record depends on the unit's earlier contributions to its cell or window. */
    boolean remembersCells() {
        return remembersCells;
    }

    /** The end of the window that contains {@code time}, both in epoch milliseconds. */
    long windowEnd(long time) {
        return ends.of(time);
    }

    /**
     * Returns the cells of the span of the window that contains {@code time}, or null if no unit has cells there or the
     * query does not remember cells.
     */
    @Nullable WindowCells cells(OpenCells open, long time) {
        return remembersCells ? open.find(query, span(time)) : null;
    }

    private long span(long time) {
        ends.of(time);
        return ends.spanEnd();
    }

    /** Adds the cells that the contribution that starts at {@code at} may change to {@code prefetch}: that of its key and those of the nodes above it. */
    void prefetch(AdmittedRecord record, int at, CellPrefetch prefetch) {
        int found = numbers(prefetch.window().end()).find(record.words(), at);
        if (found >= 0) {
            prefetch.add(found);
            nodes.prefetch(found, prefetch);
        }
    }

    private KeyNumbers numbers(long span) {
        KeyNumbers last = numbers;
        if (last == null || numberedEnd != span) {
            last = openKeys.of(query, span);
            numbers = last;
            numberedEnd = span;
        }
        return last;
    }

    /** Decides whether the contribution that starts at {@code at} counts, and if so charges the unit's account. */
    RecordOutcome decide(UnitCursor cursor, AdmittedRecord record, int at) {
        moveTo(record.time());
        if (unsettled == null) {
            return decideByPrice(cursor, record, at);
        }
        isUnsettled = unsettled.charge(cursor, spanEnd, record, at);
        if (isUnsettled) {
            key = numbers(spanEnd).find(record.words(), at);
            return RecordOutcome.COUNTED;
        }
        RecordOutcome outcome = decideByPrice(cursor, record, at);
        boolean isSettled = outcome == RecordOutcome.ACCOUNT && unsettled.settle(cursor);
        return isSettled ? decideByPrice(cursor, record, at) : outcome;
    }

    private RecordOutcome decideByPrice(UnitCursor cursor, AdmittedRecord record, int at) {
        if (isCapped(cursor, record, at)) {
            return RecordOutcome.CAP;
        }
        rules.assess(kept, entry >= 0, record.words(), at + 1, step);
        int start = cursor.entry() + layout.account(query);
        return rules.charge(account, cursor.words(), start) ? RecordOutcome.COUNTED : RecordOutcome.ACCOUNT;
    }

    private void moveTo(long time) {
        end = ends.of(time);
        spanEnd = ends.spanEnd();
        step = ends.number();
    }

    /** Finds the unit's cell, and returns whether a bound refuses one more record there. */
    private boolean isCapped(UnitCursor cursor, AdmittedRecord record, int at) {
        entry = NOT_FOUND;
        key = NOT_FOUND;
        keys = 0;
        nodes.clear();
        WindowCells cells = remembersCells ? cursor.findCells(query, spanEnd) : null;
        if (cells != null) {
            key = numbers(spanEnd).find(record.words(), at);
            nodes.recall(cells, cursor.number(), key);
            entry = key < 0 ? NOT_FOUND : cells.find(cursor.number(), key);
            if (entry >= 0) {
                cells.copyKept(entry, kept);
                return cells.records(entry) >= bounds.recordsPerCell() || (separates && rules.isTooClose(kept, step));
            }
            keys = countsKeys ? nodes.keys(cells, cursor.number()) : 0;
        }
        Arrays.fill(kept, 0);
        return isNewCellCapped(cursor);
    }

    private boolean isNewCellCapped(UnitCursor cursor) {
        return keys >= bounds.keysPerWindow() || (layout.counts(query) && isPeriodFull(cursor.words(), cursor.entry()));
    }

    private boolean isPeriodFull(long[] words, int at) {
        return layout.cells(query, words, at) >= bounds.cellsPerPeriod()
                || (keys == 0 && layout.windows(query, words, at) >= bounds.windowsPerPeriod());
    }

    /** Stores the contribution that {@link #decide} has accepted last, and adds its move to the sum of the cell. */
    void count(UnitCursor cursor, AdmittedRecord record, int at, PartialSums sums) {
        cursor.materialize(record);
        KeyNumbers span = numbers(spanEnd);
        key = key < 0 ? span.findOrAdd(record.words(), at) : key;
        boolean isTouch = countsTouches && entry < 0;
        if (isUnsettled && unsettled != null) {
            unsettled.keep(cursor, spanEnd, key);
        } else if (remembersCells && cursor.isFound()) {
            remember(cursor, cursor.cells(query, spanEnd));
        }
        PartialSums.WindowSums window = sums.window(query, end, span, rules);
        window.add(key);
        if (isTouch) {
            window.touch(key);
        }
    }

    private void remember(UnitCursor cursor, WindowCells cells) {
        boolean isNew = entry < 0;
        if (isNew) {
            layout.count(query, keys == 0, cursor.words(), cursor.entry());
            entry = cells.open(cursor.number(), key);
        }
        rules.keep(kept);
        int records = cells.records(entry);
        cells.set(entry, records == Integer.MAX_VALUE ? records : records + 1, kept);
        if (isNew) {
            nodes.rememberFirst(cells, cursor.number(), key, kept);
        } else {
            nodes.remember(cells, cursor.number(), key);
        }
    }
}
