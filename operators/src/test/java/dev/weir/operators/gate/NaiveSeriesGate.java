package dev.weir.operators.gate;

import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.query.Query;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reference implementation of the bounding rules of one query of running totals under Laplace noise. It keeps every
 * accepted record, and recounts all of them for each new one, in exact arithmetic.
 */
final class NaiveSeriesGate {

    private final PricedTotals priced;
    private final Query query;
    private final List<Taken> taken = new ArrayList<>();
    private long closedUpTo = Long.MIN_VALUE;
    int capped;
    int unaffordable;
    int closed;

    NaiveSeriesGate(PricedTotals priced) {
        this.priced = priced;
        this.query = priced.query();
    }

    /**
     * A record that counts.
     *
     * @param series the end of its series
     * @param end the end of its step
     * @param moved the change of each aggregate's total
     */
    record Taken(String unit, int key, long series, long end, long[] amounts, long[] moved) {}

    void close(long time) {
        closedUpTo = Math.max(closedUpTo, time);
    }

    void add(String unit, int key, long time, long... amounts) {
        long end = query.window().cellEnd(time);
        long series = query.window().spanEnd(end);
        List<Taken> own = taken.stream().filter(t -> t.unit.equals(unit)).toList();
        List<Taken> same =
                own.stream().filter(t -> t.key == key && t.series == series).toList();
        Taken next = new Taken(unit, key, series, end, amounts, moved(same, amounts));
        if (end <= closedUpTo) {
            closed++;
        } else if (isCapped(own, same, next)) {
            capped++;
        } else if (!isAffordable(own, next)) {
            unaffordable++;
        } else {
            taken.add(next);
        }
    }

    private boolean isCapped(List<Taken> own, List<Taken> same, Taken next) {
        Bounds.Series bounds = query.bounds().series();
        if (same.isEmpty()) {
            return own.stream().map(t -> t.key + "@" + t.series).distinct().count() >= bounds.keysPerPeriod();
        }
        long apart = bounds.separation() * query.window().cellMillis();
        long earliest = same.stream().mapToLong(Taken::end).min().orElseThrow();
        long latest = same.stream().mapToLong(Taken::end).max().orElseThrow();
        return same.size() >= bounds.recordsPerKey()
                || same.size() >= bounds.participations()
                || (apart > 0 && next.end < latest + apart && next.end > earliest - apart);
    }

    /** Returns by how much a record moves the unit's clamped total of the series. */
    private long[] moved(List<Taken> same, long[] amounts) {
        long[] moved = new long[amounts.length];
        for (int a = 0; a < moved.length; a++) {
            int aggregate = a;
            long before = same.stream().mapToLong(t -> t.amounts[aggregate]).sum();
            moved[a] = clamped(a, before + amounts[a]) - (same.isEmpty() ? 0 : clamped(a, before));
        }
        return moved;
    }

    private long clamped(int aggregate, long total) {
        return query.aggregates().get(aggregate) instanceof Sum sum && sum.unitClamp() != null
                ? Math.max(sum.unitClamp().low(), Math.min(sum.unitClamp().high(), total))
                : total;
    }

    /**
     * Whether the sizes, each relative to its full size, times weight, sum to at most the number that the bounds or the
     * contributions admit.
     */
    private boolean isAffordable(List<Taken> own, Taken next) {
        Bounds.Series bounds = query.bounds().series();
        Fraction spent = cost(next);
        for (Taken t : own) {
            spent = spent.plus(cost(t));
        }
        BigInteger admitted = BigInteger.valueOf(bounds.keysPerPeriod())
                .multiply(BigInteger.valueOf(Math.min(bounds.recordsPerKey(), bounds.participations())))
                .min(BigInteger.valueOf(query.spend().contributions()));
        BigInteger weights = BigInteger.valueOf(priced.query().aggregates().size());
        return spent.compareTo(new Fraction(admitted.multiply(weights), BigInteger.ONE)) <= 0;
    }

    private Fraction cost(Taken t) {
        Fraction cost = Fraction.ZERO;
        for (int a = 0; a < t.moved.length; a++) {
            BigInteger full = priced.price().terms().get(a).fullSize();
            cost = cost.plus(new Fraction(BigInteger.valueOf(Math.abs(t.moved[a])), full));
        }
        return cost;
    }

    Map<String, List<Long>> totals() {
        Map<String, long[]> totals = new TreeMap<>();
        for (Taken t : taken) {
            long[] total = totals.computeIfAbsent(
                    "0/" + query.keys().name(t.key) + "/" + t.end, name -> new long[t.moved.length]);
            Arrays.setAll(total, i -> total[i] + t.moved[i]);
        }
        Map<String, List<Long>> readable = new TreeMap<>();
        totals.forEach((name, total) -> {
            if (Arrays.stream(total).anyMatch(amount -> amount != 0)) {
                readable.put(name, Arrays.stream(total).boxed().toList());
            }
        });
        return readable;
    }
}
