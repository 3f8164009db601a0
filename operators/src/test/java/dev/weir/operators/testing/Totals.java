package dev.weir.operators.testing;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds queries of running totals and sliding windows for tests; every step returns a new builder. */
public record Totals(
        String name,
        List<String> keys,
        SeriesWindow window,
        Bounds.Series bounds,
        List<Aggregate> aggregates,
        long contributions,
        @Nullable KeyAccountTerms keyAccount) {

    private static Totals of(String name, SeriesWindow window) {
        return new Totals(name, List.of("a", "b"), window, Bounds.Series.NONE, List.of(), 1, null);
    }

    /** Returns an hourly running total with keys a and b, one contribution and no aggregate yet. */
    public static Totals running(String name, long horizon) {
        return of(name, RunningWindow.of(Duration.ofHours(1), horizon));
    }

    /** Returns sliding windows of this many panes of an hour, with keys a and b, one contribution and no aggregate yet. */
    public static Totals sliding(String name, int panes) {
        return of(name, SlidingWindow.of(Duration.ofHours(panes), Duration.ofHours(1)));
    }

    public Totals resetting(Duration period) {
        return windows(((RunningWindow) window).resetting(period));
    }

    public Totals windows(SeriesWindow other) {
        return new Totals(name, keys, other, bounds, aggregates, contributions, keyAccount);
    }

    public Totals keys(String... declared) {
        return new Totals(name, List.of(declared), window, bounds, aggregates, contributions, keyAccount);
    }

    public Totals bounded(int keysPerPeriod, int recordsPerKey, int separation) {
        Bounds.Series by = new Bounds.Series(keysPerPeriod, recordsPerKey, Bounds.UNBOUNDED, separation);
        return new Totals(name, keys, window, by, aggregates, contributions, keyAccount);
    }

    public Totals with(Aggregate aggregate) {
        List<Aggregate> all = new ArrayList<>(aggregates);
        all.add(aggregate);
        return new Totals(name, keys, window, bounds, all, contributions, keyAccount);
    }

    public Totals count() {
        return with(new Count("count", BigDecimal.ONE));
    }

    public Totals contributions(long n) {
        return new Totals(name, keys, window, bounds, aggregates, n, keyAccount);
    }

    public Totals limited(KeyAccountTerms terms) {
        return new Totals(name, keys, window, bounds, aggregates, contributions, terms);
    }

    public Query query() {
        return new Query(
                name,
                1,
                "all",
                new DeclaredKeys(keys),
                window,
                Bounds.of(bounds),
                aggregates,
                new Spend(null, contributions),
                keyAccount);
    }

    /** Returns a plan of the domain "test". */
    public static Plan plan(PrivacyUnit unit, Budget budget, Totals... queries) {
        return Plan.of(
                "test",
                unit,
                budget,
                Plans.TIMING,
                Stream.of(queries).map(Totals::query).toList());
    }

    /** Returns a query of a plan with its price. */
    public static PricedTotals priced(Plan plan, int query) {
        return (PricedTotals) plan.queries().get(query);
    }
}
