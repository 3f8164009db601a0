package dev.weir.operators.release;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.benchmarks.SingleThread;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times what keys cost that nobody declared, in running totals of 1024 steps: a step of keys without records, and the births of keys late in a
 * series, which take all steps that they have missed. It is in the package of the series because these are package-private.
 */
@SuppressWarnings("NullAway.Init")
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class DiscoveredBenchmark extends SingleThread {

    private static final int STEPS = 1024;
    private static final int BORN = 1000;
    private static final int SILENT = 1_000_000;
    private static final int BIRTHS = 10_000;
    private static final long HOUR = 3_600_000;
    private static final long[] ONE_RECORD = {1, 1};

    private DiscoveredSeries silent;
    private DiscoveredSeries late;
    private long step;

    /** Begins the series of a million keys. */
    @Setup
    public void begin() {
        silent = series();
        add(silent, SILENT, 1);
        silent.close(HOUR, null);
        step = 1;
    }

    /** Takes a series without keys to the step before the births. */
    @Setup(Level.Invocation)
    public void beginLate() {
        late = series();
        for (int before = 1; before < BORN; before++) {
            late.close(before * HOUR, null);
        }
        add(late, BIRTHS, BORN);
    }

    private static void add(DiscoveredSeries series, int keys, long at) {
        for (int key = 0; key < keys; key++) {
            series.add(("key " + key).getBytes(StandardCharsets.UTF_8), at * HOUR, ONE_RECORD);
        }
    }

    private static DiscoveredSeries series() {
        Delta half = Delta.atMost(new BigDecimal("5e-7"));
        Query query = new Query(
                "q",
                1,
                "",
                new DiscoveredKeys(half, "count", 1),
                RunningWindow.of(Duration.ofMillis(HOUR), STEPS).resetting(Duration.ofMillis(STEPS * HOUR)),
                Bounds.of(new Bounds.Series(1, 1, Bounds.UNBOUNDED, 0)),
                List.of(new Count("count", BigDecimal.ONE)),
                new Spend(null, 1),
                null);
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        PricedQuery priced = Plan.of("d", PrivacyUnit.USER, budget, new TimeBounds(0, 0), List.of(query))
                .queries()
                .get(0);
        SeriesAnnouncement announcement =
                new SeriesAnnouncement(priced, AnnouncementTerms.of(query), 1, KeyStream.fresh());
        return new DiscoveredSeries(
                announcement,
                new TextHash(KeyStream.fresh()),
                new OpenTotals(0, announcement.totals(), new BitSet(), 0));
    }

    /** Takes a million keys without records through one step. */
    @Benchmark
    public Object stepOfAMillionSilentKeys() {
        return silent.close(++step * HOUR, null);
    }

    /** Begins the series of ten thousand keys at step 1000. */
    @Benchmark
    public Object birthsOfTenThousandKeysAtStep1000() {
        return late.close(BORN * HOUR, null);
    }
}
