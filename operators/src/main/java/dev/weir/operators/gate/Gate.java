package dev.weir.operators.gate;

import dev.weir.accountant.ledger.Quota;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.Offer;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.CellId;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.tally.Rejection;
import dev.weir.operators.tally.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what one unit may sway: pure, no engine, no clock.
 *
 * <p><b>Guarantee.</b> For every query and every unit, the totals that the gate emits for the unit's records are such that
 * the sum over cells and aggregates of |s| / b (Laplace) or s&sup2; / (2 sigma&sup2;) (Gaussian) is at most the query's
 * share of the budget, whatever the unit sends, in whatever order: {@link Quota}. Neighbours differ in all records of one
 * unit, and what the gate lets through for a unit is a function of that unit's own records in their order, so one unit's
 * records change nothing but its own emitted totals. All state is keyed by the unit, period included.
 *
 * <p>Order of checks, for each query on its own: keys per window, records per cell, cells and windows per period, account.
 * First come, first kept. A record is taken by all aggregates of a query or by none; a refused record takes no slot,
 * charges nothing and changes no state.
 */
final class Gate {

    private final boolean eachRecordIsAUnit;
    private final Rule[] rules;

    Gate(Plan plan) {
        this.eachRecordIsAUnit = plan.unit() == PrivacyUnit.EVENT;
        this.rules = plan.queries().stream().map(Rule::of).toArray(Rule[]::new);
    }

    /** Offers a record to the queries that want it. */
    void offer(Offer offer, UnitTable table, PartialSums sums, Tally tally) {
        UnitId id = new UnitId(offer.unit(), offer.period());
        Unit unit = eachRecordIsAUnit ? new Unit(rules.length) : table.find(id);
        boolean counted = false;
        int at = 0;
        for (int i = 0; i < offer.queries().length; i++) {
            int query = offer.queries()[i];
            CellId cell = new CellId(
                    query, offer.keys()[i], rules[query].query.window().endOf(offer.time()));
            if (table.isClosed(cell.windowEnd(), offer.period())) {
                tally.add(query, Rejection.BELOW_FLOOR);
            } else {
                Tally.End end = take(unit, cell, offer.amounts(), at, sums);
                tally.add(query, end);
                counted |= end == Tally.End.COUNTED;
            }
            at += rules[query].aggregates.length;
        }
        if (counted && !eachRecordIsAUnit) {
            table.keep(id, unit);
        }
    }

    private Tally.End take(Unit unit, CellId id, long[] amounts, int at, PartialSums sums) {
        Rule rule = rules[id.query()];
        Map<Integer, Unit.Cell> window = unit.window(id.query(), id.windowEnd());
        Unit.Cell cell = window == null ? null : window.get(id.key());
        if (rule.isCapped(unit, id.query(), window, cell)) {
            return Tally.End.CAP;
        }
        Unit.Cell next = rule.next(cell, amounts, at);
        long[] before = cell == null ? rule.nothing : cell.emitted;
        if (!rule.quota.charge(unit.spent, id.query() * Quota.WORDS, before, next.emitted)) {
            return Tally.End.ACCOUNT;
        }
        if (window == null) {
            unit.windows[id.query()]++;
            window = new HashMap<>();
            unit.open.put(new Unit.WindowId(id.query(), id.windowEnd()), window);
        }
        if (cell == null) {
            unit.cells[id.query()]++;
        }
        window.put(id.key(), next);
        sums.add(id, before, next.emitted);
        return Tally.End.COUNTED;
    }

    /**
     * What a query asks of a unit.
     *
     * @param query the query
     * @param aggregates its aggregates
     * @param quota the unit's account there
     * @param nothing the emitted totals of a unit that has added nothing
     */
    private record Rule(Query query, Aggregate[] aggregates, Quota quota, long[] nothing) {

        static Rule of(PricedQuery priced) {
            List<Aggregate> aggregates = priced.query().aggregates();
            return new Rule(
                    priced.query(),
                    aggregates.toArray(Aggregate[]::new),
                    priced.price().quota(),
                    new long[aggregates.size()]);
        }

        boolean isCapped(Unit unit, int number, @Nullable Map<Integer, Unit.Cell> window, Unit.@Nullable Cell cell) {
            Bounds bounds = query.bounds();
            if (cell != null) {
                return cell.records >= bounds.recordsPerCell();
            }
            return (window != null && window.size() >= bounds.keysPerWindow())
                    || unit.cells[number] >= bounds.cellsPerPeriod()
                    || (window == null && unit.windows[number] >= bounds.windowsPerPeriod());
        }

        /** The cell once the record counts. Raw totals saturate: beyond 2^62 steps every clamp has long been reached. */
        Unit.Cell next(Unit.@Nullable Cell cell, long[] amounts, int at) {
            long[] raw = new long[aggregates.length];
            long[] emitted = new long[aggregates.length];
            for (int i = 0; i < raw.length; i++) {
                raw[i] = saturated(cell == null ? 0 : cell.raw[i], amounts[at + i]);
                emitted[i] = aggregates[i].emitted(raw[i]);
            }
            return new Unit.Cell(cell == null ? 1 : cell.records + 1, raw, emitted);
        }

        private static long saturated(long a, long b) {
            long sum = a + b;
            return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
        }
    }
}
