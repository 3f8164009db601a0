package dev.weir.operators.gate;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.time.TumblingWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reference implementation of the bounding rules. It keeps every accepted record forever, and recounts all of them for each
 * new one. Losses are exact fractions, from the noise that is drawn.
 */
final class NaiveGate {

    private final Plan plan;
    private final List<Taken> taken = new ArrayList<>();
    private long closedUpTo = Long.MIN_VALUE;
    private int admitted;
    long closed;
    long capped;
    long unaffordable;

    NaiveGate(Plan plan) {
        this.plan = plan;
    }

    /** A record that a query has accepted. */
    record Taken(String unit, int query, int key, long windowEnd, long[] amounts) {}

    void close(long time) {
        closedUpTo = Math.max(closedUpTo, time);
    }

    void add(Contributions record) {
        admitted++;
        String unit = plan.unit().isEvent() ? "#" + admitted : Arrays.toString(record.unit()) + record.period();
        int at = 0;
        for (int i = 0; i < record.queries().length; i++) {
            int query = record.queries()[i];
            int width = plan.queries().get(query).query().aggregates().size();
            long[] amounts = Arrays.copyOfRange(record.amounts(), at, at + width);
            at += width;
            long size = ((TumblingWindow) plan.queries().get(query).query().window()).sizeMillis();
            long end = (record.time() / size + 1) * size;
            consider(new Taken(unit, query, record.keys()[i], end, amounts));
        }
    }

    private void consider(Taken next) {
        List<Taken> own = taken.stream()
                .filter(old -> old.unit().equals(next.unit()) && old.query() == next.query())
                .toList();
        if (next.windowEnd() <= closedUpTo) {
            closed++;
        } else if (isCapped(own, next)) {
            capped++;
        } else if (!isAffordable(own, next)) {
            unaffordable++;
        } else {
            taken.add(next);
        }
    }

    private boolean isCapped(List<Taken> own, Taken next) {
        Bounds bounds = plan.queries().get(next.query()).query().bounds();
        List<Taken> with = new ArrayList<>(own);
        with.add(next);
        long keys = with.stream()
                .filter(t -> t.windowEnd() == next.windowEnd())
                .map(Taken::key)
                .distinct()
                .count();
        long records = with.stream()
                .filter(t -> t.windowEnd() == next.windowEnd() && t.key() == next.key())
                .count();
        long cells =
                with.stream().map(t -> t.key() + "@" + t.windowEnd()).distinct().count();
        long windows = with.stream().map(Taken::windowEnd).distinct().count();
        return keys > bounds.keysPerWindow()
                || records > bounds.recordsPerCell()
                || cells > bounds.cellsPerPeriod()
                || windows > bounds.windowsPerPeriod();
    }

    /** Whether the growth of each cell's loss, summed record by record, fits into the share. */
    private boolean isAffordable(List<Taken> own, Taken next) {
        PricedQuery priced = plan.queries().get(next.query());
        List<Taken> with = new ArrayList<>(own);
        with.add(next);
        Fraction spent = Fraction.ZERO;
        for (int i = 0; i < with.size(); i++) {
            Taken record = with.get(i);
            long[] before = emitted(with.subList(0, i), record);
            long[] after = emitted(with.subList(0, i + 1), record);
            for (int a = 0; a < after.length; a++) {
                long[] from = new long[after.length];
                long[] to = new long[after.length];
                from[a] = before[a];
                to[a] = after[a];
                if (Math.abs(after[a]) > Math.abs(before[a])) {
                    Fraction gone = Loss.of(priced, from);
                    spent = spent.plus(Loss.of(priced, to))
                            .plus(new Fraction(gone.numerator().negate(), gone.denominator()));
                }
            }
        }
        return spent.compareTo(Loss.share(priced)) <= 0;
    }

    /** Returns the unit's contribution to the cell of {@code like}; zeros if it has no record there. */
    private long[] emitted(List<Taken> records, Taken like) {
        List<Aggregate> aggregates = plan.queries().get(like.query()).query().aggregates();
        long[] totals = new long[aggregates.size()];
        List<Taken> cell = records.stream()
                .filter(t -> t.key() == like.key() && t.windowEnd() == like.windowEnd())
                .toList();
        for (int a = 0; a < totals.length && !cell.isEmpty(); a++) {
            int aggregate = a;
            long raw = cell.stream().mapToLong(t -> t.amounts()[aggregate]).sum();
            totals[a] = aggregates.get(a) instanceof Sum sum && sum.unitClamp() != null
                    ? Math.max(sum.unitClamp().low(), Math.min(sum.unitClamp().high(), raw))
                    : raw;
        }
        return totals;
    }

    Map<String, List<Long>> totals() {
        Map<String, long[]> totals = new TreeMap<>();
        taken.stream()
                .map(t -> new Taken(t.unit(), t.query(), t.key(), t.windowEnd(), new long[0]))
                .map(CellOfUnit::of)
                .distinct()
                .forEach(cell -> add(totals, cell));
        Map<String, List<Long>> readable = new TreeMap<>();
        totals.forEach((name, total) -> {
            if (Arrays.stream(total).anyMatch(amount -> amount != 0)) {
                readable.put(name, Arrays.stream(total).boxed().toList());
            }
        });
        return readable;
    }

    private record CellOfUnit(String unit, int query, int key, long windowEnd) {
        static CellOfUnit of(Taken t) {
            return new CellOfUnit(t.unit(), t.query(), t.key(), t.windowEnd());
        }
    }

    private void add(Map<String, long[]> totals, CellOfUnit cell) {
        List<Taken> own = taken.stream()
                .filter(t -> t.unit().equals(cell.unit()) && t.query() == cell.query())
                .toList();
        long[] moved = emitted(own, new Taken(cell.unit(), cell.query(), cell.key(), cell.windowEnd(), new long[0]));
        long[] total = totals.computeIfAbsent(
                GateRun.name(plan, new CellId(cell.query(), cell.key(), cell.windowEnd())),
                name -> new long[moved.length]);
        Arrays.setAll(total, i -> total[i] + moved[i]);
    }
}
