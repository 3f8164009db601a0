package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Slots;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the whole chain on an embedded cluster, bounded, with checkpoints every 200 ms and numbers as its source. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class ReleaseTopologyTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(2);

    private static final int SIZE = 6000;
    private static final Schedule SCHEDULE = new Schedule(Slots.START, Slots.START + Slots.SPAN);
    private static final Plan PLAN = Plans.daily(Queries.hourly("q")
            .keys(Slots.KEYS.toArray(String[]::new))
            .count()
            .sum(0, 20)
            .keysPerWindow(3)
            .recordsPerCell(2)
            .contributions(72));

    /** The results of each run by its name, because operators run as copies. */
    private static final Map<String, Shown> RUNS = new ConcurrentHashMap<>();

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource({"1, STAMPED, false", "2, APPEND_TIME, false", "2, STAMPED, true"})
    void every_release_appears_with_one_value_and_exact_totals_are_those_of_the_rules(
            int parallelism, ClockMode mode, boolean crashes) throws Exception {
        String run = parallelism + " " + mode + " " + crashes;
        Slots slots = new Slots(SIZE, parallelism);
        Shown shown = run(run, slots, mode, crashes);
        assertThat(shown.contradictions).isEmpty();
        assertThat(shown.lines.keySet()).containsExactlyInAnyOrderElementsOf(releaseNames());
        assertThat(exact(shown)).isEqualTo(totals(slots));
        assertThat(shown.failed.get()).isEqualTo(crashes);
        RecordCounters counters = java.util.Objects.requireNonNull(shown.counters);
        assertThat(counters.of(0, RecordOutcome.READ)).isEqualTo(SIZE);
        assertThat(java.util.Arrays.stream(counters.counts()).sum()).isEqualTo(2L * SIZE);
        assertThat(counters.of(0, Rejection.MALFORMED)).isEqualTo(SIZE / 10);
        assertThat(counters.of(0, Rejection.BELOW_FLOOR)).isZero();
        assertThat(ledger(run)).isEqualTo(noisy(shown));
    }

    private static Map<String, String> noisy(Shown shown) {
        Map<String, String> noisy = new TreeMap<>(shown.lines);
        noisy.keySet().removeIf(name -> name.startsWith("EXACT"));
        return noisy;
    }

    /** Returns every release in the run's ledger with its line. Checks that the ledger is whole and its owner has retired. */
    private Map<String, String> ledger(String run) throws Exception {
        List<byte[]> records = new ArrayList<>();
        try (Ledger ledger = access(run).open(PLAN)) {
            ledger.read(LedgerRecords.of(records::add));
        }
        LedgerView view = LedgerAudit.of(PLAN.domain(), records).view();
        assertThat(view.broken()).isEmpty();
        assertThat(view.pipeline(run).owner().active()).isFalse();
        Map<String, String> lines = new TreeMap<>();
        for (byte[] record : records) {
            if (LedgerBytes.decode(record).orElseThrow() instanceof RowEntry entry) {
                LedgerRow row = LedgerBytes.decodeRow(entry.row()).orElseThrow();
                lines.put(row.release(), new String(row.line(), StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private Shown run(String run, Slots slots, ClockMode mode, boolean crashes) throws Exception {
        RUNS.put(run, new Shown());
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration());
        environment.setParallelism(slots.partitions());
        var numbers = environment
                .fromSequence(0, SIZE - 1)
                .uid("numbers")
                .map(new Pace(run, crashes))
                .uid("pace")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forMonotonousTimestamps()
                        .withTimestampAssigner((slot, before) -> slots.time(slot)))
                .uid("times");
        ReleaseTopology chain = new ReleaseTopology(PLAN, SCHEDULE, mode);
        var admitted = chain.admit(numbers, slots);
        admitted.getSideOutput(AdmitOperator.DEAD_LETTERS)
                .sinkTo(new DiscardingSink<>())
                .uid("dead");
        ReleaseSink.Factory shown = () -> new ShownSink(run);
        chain.release(
                admitted,
                admitted,
                ReleaseTopologyTest::row,
                ReleaseTopology.Ports.of(shown, totals -> shown(run).counters = totals, access(run))
                        .revealing(new RowSink(row -> shown(run).show(row))));
        environment.execute(run);
        return shown(run);
    }

    private LedgerAccess access(String run) {
        return LedgerAccess.ofOnly(DirectoryLedger.beside(directory.toUri().toString()), run);
    }

    private Configuration configuration() {
        Configuration configuration =
                RequiredSettingsTest.sound(directory.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        assertThat(RequiredSettings.faults(configuration)).isEmpty();
        return configuration;
    }

    private static Shown shown(String run) {
        return java.util.Objects.requireNonNull(RUNS.get(run));
    }

    private static PublishedRow row(Outcome outcome) {
        String releaseName = outcome.kind() + " " + Chain.name(outcome);
        String line = java.util.Arrays.toString(outcome.values());
        return new PublishedRow(
                outcome.kind(),
                outcome.start(),
                outcome.end(),
                "q",
                outcome.key(),
                releaseName,
                outcome.charge(),
                line.getBytes(StandardCharsets.UTF_8));
    }

    private static Set<String> releaseNames() {
        Set<String> releaseNames = new HashSet<>();
        for (long end = Slots.START + Plans.HOUR; end <= Slots.START + Slots.SPAN; end += Plans.HOUR) {
            for (int key = 0; key < Slots.KEYS.size(); key++) {
                releaseNames.add("RELEASED 0/" + Slots.KEYS.get(key) + "/" + end);
                releaseNames.add("EXACT 0/" + Slots.KEYS.get(key) + "/" + end);
            }
        }
        return releaseNames;
    }

    private static Map<String, String> exact(Shown shown) {
        Map<String, String> exact = new TreeMap<>(shown.lines);
        exact.keySet().removeIf(name -> !name.startsWith("EXACT"));
        exact.values().removeIf("[0, 0]"::equals);
        return exact;
    }

    /** Computes the expected totals with plain maps: 3 keys a window, 2 records a cell, values clipped to 0..20. */
    private static Map<String, String> totals(Slots slots) {
        Map<String, Map<Integer, Integer>> taken = new HashMap<>();
        Map<String, long[]> totals = new TreeMap<>();
        for (long slot = 0; slot < SIZE; slot++) {
            if (slots.isBroken(slot) || slots.isLate(slot) || slots.key(slot) < 0) {
                continue;
            }
            long end = new TumblingWindow(Plans.HOUR).cellEnd(slots.time(slot));
            var mine = taken.computeIfAbsent(slots.user(slot) + "@" + end, id -> new HashMap<>());
            int before = mine.getOrDefault(slots.key(slot), 0);
            if (before < 2 && (before > 0 || mine.size() < 3)) {
                mine.put(slots.key(slot), before + 1);
                long[] total = totals.computeIfAbsent(
                        "EXACT 0/" + Slots.KEYS.get(slots.key(slot)) + "/" + end, id -> new long[2]);
                total[0]++;
                total[1] += Math.max(0, Math.min(20, slots.value(slot)));
            }
        }
        Map<String, String> lines = new TreeMap<>();
        totals.forEach((releaseName, total) -> lines.put(releaseName, java.util.Arrays.toString(total)));
        return lines;
    }

    @Test
    void admission_is_chained_to_its_source_so_that_slots_keep_their_order() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettingsTest.sound(directory.toUri().toString()));
        environment.setParallelism(2);
        Slots slots = new Slots(SIZE, 2);
        ReleaseTopology chain = new ReleaseTopology(PLAN, SCHEDULE, ClockMode.STAMPED);
        var admitted = chain.admit(environment.fromSequence(0, 9).uid("numbers"), slots);
        chain.release(
                admitted,
                admitted,
                ReleaseTopologyTest::row,
                ReleaseTopology.Ports.of(() -> new ShownSink("none"), CounterSink.NONE, LedgerAccess.none("none")));
        Set<String> vertices = new TreeSet<>();
        environment.getStreamGraph().getJobGraph().getVertices().forEach(vertex -> vertices.add(vertex.getName()));
        assertThat(vertices).anyMatch(name -> name.contains("Sequence") && name.contains("admit"));
        assertThat(vertices).anyMatch(name -> name.startsWith("gate"));
        assertThat(vertices)
                .anyMatch(
                        name -> name.startsWith("release") && name.contains("format") && name.contains("ledger-form"));
        assertThat(vertices).noneMatch(name -> name.contains("exact"));
    }

    /** The output of the sinks of one run. */
    private static final class Shown {
        final NavigableMap<String, String> lines = new ConcurrentSkipListMap<>();
        final Set<String> contradictions = ConcurrentHashMap.newKeySet();
        final AtomicBoolean failed = new AtomicBoolean();
        volatile @Nullable RecordCounters counters;

        void show(PublishedRow row) {
            String line = new String(row.line(), StandardCharsets.UTF_8);
            String before = lines.putIfAbsent(row.releaseId(), line);
            if (before != null && !before.equals(line)) {
                contradictions.add(row.releaseId());
            }
        }
    }

    private record ShownSink(String run) implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {
            rows.forEach(shown(run)::show);
        }

        @Override
        public void close() {}
    }

    /** Slows the stream down, for several checkpoints. If requested, fails once, after something has been released. */
    private record Pace(String run, boolean crashes) implements MapFunction<Long, Long> {

        @Override
        public Long map(Long slot) throws InterruptedException {
            if (slot % 100 == 0) {
                Thread.sleep(50);
            }
            Shown shown = shown(run);
            if (crashes && shown.lines.ceilingKey("RELEASED") != null && shown.failed.compareAndSet(false, true)) {
                throw new IllegalStateException("a crash that the test asked for");
            }
            return slot;
        }
    }
}
