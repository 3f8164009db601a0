package dev.weir.operators.testing;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.text.PackedText;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Hourly queries whose keys nobody declared, and records for them. */
public final class Discovered {

    private Discovered() {}

    /** Keys that the value "count" announces. */
    public static DiscoveredKeys keys(String delta, long preThreshold) {
        return new DiscoveredKeys(delta(delta), "count", preThreshold);
    }

    public static Delta delta(String delta) {
        return Delta.atMost(new BigDecimal(delta));
    }

    /** Returns the query of a builder with other keys. */
    public static Query query(Queries query, KeySpace keys) {
        Query declared = query.query();
        return new Query(
                declared.name(),
                declared.version(),
                declared.reads(),
                keys,
                declared.window(),
                declared.bounds(),
                declared.aggregates(),
                declared.spend(),
                declared.keyAccount());
    }

    public static Query hourly(KeySpace keys, Bounds bounds, long contributions, List<Aggregate> aggregates) {
        return new Query(
                "q",
                1,
                "all",
                keys,
                TumblingWindow.of(Duration.ofHours(1)),
                bounds,
                aggregates,
                new Spend(null, contributions),
                null);
    }

    /** Returns a query of running totals of a count, with hourly steps and one record of a unit for each key. */
    public static Query running(KeySpace keys, int horizon, int keysPerPeriod) {
        return new Query(
                "q",
                1,
                "all",
                keys,
                RunningWindow.of(Duration.ofHours(1), horizon),
                Bounds.of(new Bounds.Series(keysPerPeriod, 1, Bounds.UNBOUNDED, 0)),
                List.of(new Count("count", BigDecimal.ONE)),
                new Spend(null, keysPerPeriod),
                null);
    }

    /** Returns a plan of the domain "test" with (1, 1e-6) and units without periods. */
    public static Plan plan(Query... queries) {
        return plan(new Budget.Approximate(BigDecimal.ONE, delta("1e-6")), queries);
    }

    public static Plan plan(Budget budget, Query... queries) {
        return Plan.of(
                "test",
                PrivacyUnit.USER,
                budget,
                Plans.TIMING,
                Stream.of(queries).toList());
    }

    /** Returns a record for query 0 under a key, as admission sends it: the amounts, and behind them the text. */
    public static Contributions record(Plan plan, String user, long time, String key, long... amounts) {
        byte[] text = key.getBytes(StandardCharsets.UTF_8);
        long[] words = Arrays.copyOf(amounts, amounts.length + PackedText.words(text.length));
        PackedText.pack(text, text.length, words, amounts.length);
        return Chain.record(plan, user, time, 0, text.length, words);
    }
}
