package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The terms of a query that could be changed, each with the alternatives that a sample suggests. */
final class Terms {

    private static final double[] PARTS = {0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
    private static final double[] HIGH = {0.5, 0.75, 0.9, 0.95, 0.99, 1};

    private final Query query;
    private final QuerySample sample;
    private final boolean isSeries;

    Terms(Query query, QuerySample sample) {
        this.query = query;
        this.sample = sample;
        this.isSeries = query.window().sharesNoise();
    }

    Term contributions() {
        long now = query.spend().contributions();
        return new Term(
                "contributions",
                "" + now,
                counts(sample.perAccount(), (int) Math.min(now, Integer.MAX_VALUE)).stream()
                        .map(Change::contributions)
                        .toList());
    }

    /**
     * Returns candidates for a bound, without the present choice: 1, and quantiles of the distribution, which are limited to
     * the range from 1 to a million.
     */
    private static List<Integer> counts(EmpiricalDistribution used, int now) {
        Set<Integer> counts = new TreeSet<>(Set.of(1));
        for (double part : PARTS) {
            counts.add((int) Math.max(1, Math.min(1_000_000, used.quantile(part))));
        }
        counts.remove(now);
        return List.copyOf(counts);
    }

    /** Returns the terms that bound a unit's number of keys, and its number of records with each key. */
    List<Term> bounds() {
        Bounds now = query.bounds();
        Bounds.Series series = now.series();
        EmpiricalDistribution keys = sample.keysPerWindowUsed();
        EmpiricalDistribution records = sample.recordsPerCellUsed();
        return isSeries
                ? List.of(
                        bound("keys-per-period", series.keysPerPeriod(), keys, most -> old -> keysOfSeries(old, most)),
                        bound(
                                "records-per-key",
                                series.recordsPerKey(),
                                records,
                                most -> old -> recordsOfSeries(old, most)))
                : List.of(
                        bound("keys-per-window", now.keysPerWindow(), keys, most -> old -> keysOfWindow(old, most)),
                        bound(
                                "records-per-cell",
                                now.recordsPerCell(),
                                records,
                                most -> old -> recordsOfCell(old, most)));
    }

    private static Bounds keysOfSeries(Bounds old, int most) {
        Bounds.Series series = old.series();
        return Bounds.of(new Bounds.Series(most, series.recordsPerKey(), series.participations(), series.separation()));
    }

    private static Bounds recordsOfSeries(Bounds old, int most) {
        Bounds.Series series = old.series();
        return Bounds.of(new Bounds.Series(series.keysPerPeriod(), most, series.participations(), series.separation()));
    }

    private static Bounds keysOfWindow(Bounds old, int most) {
        return new Bounds(most, old.recordsPerCell(), old.cellsPerPeriod(), old.windowsPerPeriod());
    }

    private static Bounds recordsOfCell(Bounds old, int most) {
        return new Bounds(old.keysPerWindow(), most, old.cellsPerPeriod(), old.windowsPerPeriod());
    }

    private static Term bound(
            String name, int now, EmpiricalDistribution used, IntFunction<UnaryOperator<Bounds>> other) {
        List<Change> choices = new ArrayList<>();
        for (int most : counts(used, now)) {
            choices.add(Change.bounds("" + most, other.apply(most)));
        }
        return new Term(name, now == Bounds.UNBOUNDED ? "none" : "" + now, choices);
    }

    /** Returns the terms that bound the values of an aggregate. */
    List<Term> clamps(int number) {
        List<Aggregate.Ends> ends = query.aggregates().get(number).ends();
        return IntStream.range(0, ends.size())
                .mapToObj(place -> new Term(
                        ends.get(place).field(), Change.text(ends.get(place)), choices(number, place, ends.get(place))))
                .toList();
    }

    /**
     * Returns alternative bounds. They are whole multiples of the grid, as the pipeline file requires, so that the choice that
     * is measured can be written there as it is printed.
     */
    private List<Change> choices(int number, int place, Aggregate.Ends now) {
        EmpiricalDistribution values = sample.values(number, place, now.field());
        BigDecimal grid = query.aggregates().get(number).grids().get(place);
        Set<Aggregate.Ends> choices = new LinkedHashSet<>();
        for (double part : HIGH) {
            BigDecimal high = inSteps(decimal(TwoDigits.up(values.quantile(part))), grid, RoundingMode.CEILING);
            BigDecimal low = inSteps(decimal(TwoDigits.down(values.quantile(1 - part))), grid, RoundingMode.FLOOR);
            choices.add(now.at(low(now, low), high));
        }
        choices.remove(now);
        return choices.stream()
                .filter(ends -> ends.high().compareTo(ends.low()) > 0)
                .map(ends -> Change.clamp(number, place, ends, grid(now, ends, grid)))
                .toList();
    }

    private static BigDecimal inSteps(BigDecimal bound, BigDecimal grid, RoundingMode mode) {
        return bound.divide(grid, 0, mode).multiply(grid);
    }

    /**
     * Returns words about the grid that a file must state together with new bounds; empty if it need not. A file without a grid
     * is accepted only if the bounds are at least 100 units of the usual grid apart, so narrower bounds need a stated grid.
     */
    private static String grid(Aggregate.Ends now, Aggregate.Ends ends, BigDecimal grid) {
        boolean mayBeMissing = ends.field().endsWith("clamp")
                && grid.compareTo(GridRule.USUAL) == 0
                && GridRule.choiceFor(now.low(), now.high()).isEmpty();
        return mayBeMissing && GridRule.choiceFor(ends.low(), ends.high()).isPresent()
                ? ", with " + ends.field().replace("clamp", "grid") + ": 1"
                : "";
    }

    private static BigDecimal low(Aggregate.Ends now, BigDecimal low) {
        return switch (now.growth()) {
            case HIGH -> now.low();
            case SIZE -> low.min(BigDecimal.ZERO);
            case WIDTH -> low;
        };
    }

    private static BigDecimal decimal(double number) {
        return new BigDecimal(number).round(new MathContext(2));
    }
}
