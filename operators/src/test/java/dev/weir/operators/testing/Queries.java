package dev.weir.operators.testing;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds queries for tests, step by step; every step returns a new builder. */
public record Queries(
        String name,
        int version,
        String reads,
        List<String> keys,
        Duration window,
        Bounds bounds,
        List<Aggregate> aggregates,
        @Nullable BigDecimal share,
        long contributions,
        @Nullable KeyAccountTerms keyAccount) {

    /** Returns an hourly query with keys a and b, one contribution and no aggregate yet. */
    public static Queries hourly(String name) {
        return new Queries(
                name, 1, "all", List.of("a", "b"), Duration.ofHours(1), Bounds.NONE, List.of(), null, 1, null);
    }

    public Queries named(String other) {
        return new Queries(other, version, reads, keys, window, bounds, aggregates, share, contributions, keyAccount);
    }

    public Queries version(int other) {
        return new Queries(name, other, reads, keys, window, bounds, aggregates, share, contributions, keyAccount);
    }

    public Queries reading(String what) {
        return new Queries(name, version, what, keys, window, bounds, aggregates, share, contributions, keyAccount);
    }

    public Queries keys(String... declared) {
        return new Queries(
                name, version, reads, List.of(declared), window, bounds, aggregates, share, contributions, keyAccount);
    }

    public Queries every(Duration size) {
        return new Queries(name, version, reads, keys, size, bounds, aggregates, share, contributions, keyAccount);
    }

    public Queries bounded(Bounds by) {
        return new Queries(name, version, reads, keys, window, by, aggregates, share, contributions, keyAccount);
    }

    public Queries keysPerWindow(int k) {
        return bounded(new Bounds(k, bounds.recordsPerCell(), bounds.cellsPerPeriod(), bounds.windowsPerPeriod()));
    }

    public Queries recordsPerCell(int m) {
        return bounded(new Bounds(bounds.keysPerWindow(), m, bounds.cellsPerPeriod(), bounds.windowsPerPeriod()));
    }

    public Queries cellsPerPeriod(int c) {
        return bounded(new Bounds(bounds.keysPerWindow(), bounds.recordsPerCell(), c, bounds.windowsPerPeriod()));
    }

    public Queries windowsPerPeriod(int w) {
        return bounded(new Bounds(bounds.keysPerWindow(), bounds.recordsPerCell(), bounds.cellsPerPeriod(), w));
    }

    public Queries with(Aggregate aggregate) {
        List<Aggregate> all = new ArrayList<>(aggregates);
        all.add(aggregate);
        return new Queries(name, version, reads, keys, window, bounds, all, share, contributions, keyAccount);
    }

    public Queries count() {
        return with(new Count("count", BigDecimal.ONE));
    }

    public Queries sum(long low, long high) {
        return with(clamped(low, high));
    }

    public Queries unitSum(long low, long high) {
        return with(unitClamped(low, high));
    }

    public Queries share(String fraction) {
        return new Queries(
                name,
                version,
                reads,
                keys,
                window,
                bounds,
                aggregates,
                new BigDecimal(fraction),
                contributions,
                keyAccount);
    }

    public Queries contributions(long n) {
        return new Queries(name, version, reads, keys, window, bounds, aggregates, share, n, keyAccount);
    }

    public Queries keyAccount(String epsilon, Duration per) {
        Amount limit = Amount.atMost(Currency.EPSILON, new BigDecimal(epsilon));
        KeyAccountTerms terms = new KeyAccountTerms(limit, per.toMillis());
        return new Queries(name, version, reads, keys, window, bounds, aggregates, share, contributions, terms);
    }

    public Query query() {
        TumblingWindow size = TumblingWindow.of(window);
        return new Query(
                name,
                version,
                reads,
                new DeclaredKeys(keys),
                size,
                bounds,
                aggregates,
                new Spend(share, contributions),
                keyAccount);
    }

    /** Returns a query under another version. */
    public static Query version(Query query, int version) {
        return new Query(
                query.name(),
                version,
                query.reads(),
                query.keys(),
                query.window(),
                query.bounds(),
                query.aggregates(),
                query.spend(),
                query.keyAccount());
    }

    /** Returns a sum whose records are clamped, on a grid of 1. */
    public static Sum clamped(long low, long high) {
        return new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(low, high), null);
    }

    /** Returns a sum whose units' totals are clamped, on a grid of 1. */
    public static Sum unitClamped(long low, long high) {
        return new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, null, new Sum.Range(low, high));
    }
}
