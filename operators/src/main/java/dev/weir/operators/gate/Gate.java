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
 * Decides which of a unit's records count. The decision depends on no clock and on nothing of Flink.
 *
 * <p><b>Guarantee.</b> Let s be the total that the gate emits for one unit's records in one cell and aggregate. For
 * every query and every unit, the sum of |s| / b (Laplace) or s&sup2; / (2 sigma&sup2;) (Gaussian) over cells and
 * aggregates is at most the query's share of the budget, whatever records the unit sends, in whatever order: see {@link
 * dev.weir.accountant.account.UnitAccount}. If an aggregate has several coordinates, |s| and s&sup2; are the l1 norm
 * and the squared l2 norm of the unit's move of the coordinates ({@link dev.weir.accountant.mechanism.BlockGrowth}). If
 * candidates are selected, |s| and s&sup2; are m and m&sup2; for m records, and b and 2 sigma&sup2; are the inverse of
 * the cost of one record: m records move scores against each other by at most m times the span of the selection, and
 * its temperature is such that one span has that cost ({@link dev.weir.accountant.mechanism.Selection}). Neighbours:
 * all records of one unit are replaced by empty slots. Which records of a unit the gate counts depends only on that
 * unit's own records in their order. So the records of one unit change only the totals that are emitted for this unit.
 * All state is keyed by the unit, including its period.
 *
 * <p>The checks have the following order, for each query separately: keys per window, records per cell, cells and
 * windows per period, account. For running totals and sliding windows the order is: keys per period, records per key,
 * separation, account. The first records of a unit count, and later ones only while the bounds and the account allow. A
 * record is counted by all aggregates of a query or by none. A refused record uses up no bound, is charged nothing and
 * changes no state.
 */
final class Gate {

    private final QueryBounder[] bounders;
    private final boolean remembersCells;

    /**
     * Creates a gate for the queries of a plan.
     *
     * @param layout the layout of the tables' entries
     * @param keys the numbers of keys; the tables must use the same object
     */
    Gate(List<GateQuery> queries, UnitLayout layout, OpenKeys keys) {
        this.bounders = queries.stream()
                .map(query -> new QueryBounder(query, layout, keys))
                .toArray(QueryBounder[]::new);
        this.remembersCells = Arrays.stream(bounders).anyMatch(QueryBounder::remembersCells);
    }

    /**
     * Decides for each query whether it counts the record. The table's {@link UnitCursor} must point to the record's
     * unit.
     */
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

    /** Whether some query keeps cells of units, so that there are cells to prefetch. */
    boolean remembersCells() {
        return remembersCells;
    }

    /** Saves the cells of unit {@code unit} for all queries that take the record, by {@link WindowCells#save}. */
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
                prefetch.moveTo(window, unit);
                bounder.prefetch(record, at, prefetch);
            }
        }
    }
}
