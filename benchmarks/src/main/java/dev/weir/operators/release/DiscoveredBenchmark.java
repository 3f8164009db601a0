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
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Times what keys cost that nobody declared, in running totals of 1024 steps, whose noise has three buffers: a step of keys without records, and the births of
 * keys late in a series, which take all steps that they have missed. At its end a run prints the bytes of a silent key, in a checkpoint and in
 * memory. With {@code -t 2 -p silent=500000 -p births=50000} two threads share a million keys, as two subtasks do; the bytes of memory
 * are then those of both. The class is in the package of the
 * series because these are package-private.
 */
@SuppressWarnings("NullAway.Init")
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
public class DiscoveredBenchmark extends SingleThread {

    private static final int STEPS = 1024;
    private static final int BORN = 1000;
    private static final int TEXT_BYTES = 24;
    private static final long HOUR = 3_600_000;
    private static final long[] ONE_RECORD = {1, 1};

    /** A series whose keys have no records after the first step. */
    @State(Scope.Thread)
    public static class Silent {

        /** The number of keys of a thread. */
        @Param("1000000")
        public int silent;

        private DiscoveredSeries series;
        private long step;
        private long heap;

        /** Begins the series. */
        @Setup
        public void begin() {
            long before = usedHeap();
            series = series();
            add(series, silent, 1);
            series.close(HOUR, null);
            step = 1;
            heap = usedHeap() - before;
        }

        /** Prints the bytes of a key. */
        @TearDown
        public void print() throws IOException {
            CountingOutput written = new CountingOutput();
            series.view().write(new DataOutputStream(written));
            System.out.printf(
                    "%na silent key whose text has %d bytes: %.1f bytes of a checkpoint, %.1f bytes of memory%n",
                    TEXT_BYTES, (double) written.bytes / silent, (double) heap / silent);
        }
    }

    /** A series without keys at the step before many are born. */
    @State(Scope.Thread)
    public static class Late {

        /** The number of keys of a thread. */
        @Param("100000")
        public int births;

        private DiscoveredSeries series;

        /** Takes the series to the step before the births. */
        @Setup(Level.Invocation)
        public void begin() {
            series = series();
            for (int before = 1; before < BORN; before++) {
                series.close(before * HOUR, null);
            }
            add(series, births, BORN);
        }
    }

    private static final class CountingOutput extends OutputStream {

        private long bytes;

        @Override
        public void write(int one) {
            bytes++;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes += length;
        }
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void add(DiscoveredSeries series, int keys, long at) {
        for (int key = 0; key < keys; key++) {
            byte[] text = String.format("key %0" + (TEXT_BYTES - 4) + "d", key).getBytes(StandardCharsets.UTF_8);
            series.add(text, at * HOUR, ONE_RECORD);
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

    /**
     * Takes keys without records through one step.
     *
     * @param of the series
     */
    @Benchmark
    public Object stepOfSilentKeys(Silent of) {
        return of.series.close(++of.step * HOUR, null);
    }

    /**
     * Begins the series of keys at step 1000.
     *
     * @param of the series
     */
    @Benchmark
    public Object birthsAtStep1000(Late of) {
        return of.series.close(BORN * HOUR, null);
    }
}
