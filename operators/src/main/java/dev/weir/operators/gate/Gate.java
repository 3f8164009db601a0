package dev.weir.operators.gate;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.gate.cell.CellPrefetch;
import dev.weir.operators.gate.cell.OpenCells;
import dev.weir.operators.gate.cell.WindowCells;
import dev.weir.operators.gate.unit.GateQuery;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.gate.unit.UnitCursor;
import dev.weir.operators.gate.unit.UnitLayout;
import dev.weir.operators.gate.unit.UnitTable;
import java.util.Arrays;
import java.util.List;

/**
 * Decides which of a unit's records count: pure, no engine, no clock.
 *
 * <p><b>Guarantee.</b> For every query and every unit, the totals that the gate emits for the unit's records are such
 * that the sum over cells and aggregates of |s| / b (Laplace) or s&sup2; / (2 sigma&sup2;) (Gaussian) is at most the
 * query's share of the budget, whatever the unit sends, in whatever order: see {@link
 * dev.weir.accountant.account.UnitAccount}. Where an aggregate has several coordinates, |s| and s&sup2; are the l1 norm
 * and the squared l2 norm of what the unit moves of them ({@link dev.weir.accountant.mechanism.BlockGrowth}). Where
 * candidates are selected, they are m and m&sup2; for m records, b and 2 sigma&sup2; the inverse of what one record
 * costs: m records move scores against each other by at most m times the span of the selection, whose temperature makes
 * one span cost that much ({@link dev.weir.accountant.mechanism.Selection}). Neighbours: all records of one unit are
 * replaced by empty slots. What the gate counts of a unit is a function of that unit's own records in their order, so
 * one unit's records change nothing but its own emitted totals. All state is keyed by the unit, period included.
 *
 * <p>The checks have this order, for each query separately: keys per window, records per cell, cells and windows per
 * period, account; for running totals and sliding windows keys per period, records per key, separation, account. The
 * first records of a unit count, later ones only while there is room. A record is counted by all aggregates of a query
 * or by none. A refused record uses up no bound, is charged nothing and changes no state.
 */
final class Gate {

    private final QueryBounder[] bounders;
    private final boolean remembersCells;

    /**
     * A gate for the queries of a plan.
     *
     * @param layout the layout of the tables' entries
     * @param keys the numbers of keys, which the tables use too
     */
    Gate(List<GateQuery> queries, UnitLayout layout, OpenKeys keys) {
        this.bounders = queries.stream()
                .map(query -> new QueryBounder(query, layout, keys))
                .toArray(QueryBounder[]::new);
        this.remembersCells = Arrays.stream(bounders).anyMatch(QueryBounder::remembersCells);
    }

    /** Decides about a record of the unit that the table's {@link UnitCursor} points to. */
    void decide(AdmittedRecord record, UnitTable table, PartialSums sums, RecordCounters counters) {
        UnitCursor cursor = table.cursor();
        for (int at = 0; at < record.length(); at += record.width(at)) {
            int query = record.query(at);
            QueryBounder bounder = bounders[query];
            if (table.isClosed(query, bounder.windowEnd(record.time()), cursor.period())) {
                counters.add(query, record.wasHeld() ? Rejection.HELD_TOO_LONG : Rejection.BELOW_FLOOR);
            } else {
                RecordOutcome outcome = bounder.decide(cursor, record, at);
                if (outcome == RecordOutcome.COUNTED) {
                    bounder.count(cursor, record, at, sums);
                }
                counters.add(query, outcome);
            }
        }
    }

    /** Whether a query keeps cells of units, so that there are cells to prefetch. */
    boolean remembersCells() {
        return remembersCells;
    }

    /** Saves the cells of unit {@code unit} for all queries that take a record, by {@link WindowCells#save}. */
    void saveCells(AdmittedRecord record, OpenCells cells, int unit) {
        for (int at = 0; remembersCells && at < record.length(); at += record.width(at)) {
            WindowCells window = bounders[record.query(at)].cells(cells, record.time());
            if (window != null) {
                window.save(unit);
            }
        }
    }

    /** Adds the cells of unit {@code unit} that a record needs to {@code prefetch}. */
    void prefetchCells(AdmittedRecord record, OpenCells cells, int unit, CellPrefetch prefetch) {
        for (int at = 0; at < record.length(); at += record.width(at)) {
            QueryBounder bounder = bounders[record.query(at)];
            WindowCells window = bounder.cells(cells, record.time());
            if (window != null) {
                prefetch.add(window, unit, bounder.key(window, record, at));
            }
        }
    }
}
