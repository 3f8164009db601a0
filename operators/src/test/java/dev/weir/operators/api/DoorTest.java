package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.query.Timing;
import dev.weir.operators.rows.Release;
import dev.weir.operators.rows.Withheld;
import dev.weir.operators.wiring.Safeguards;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The door on an embedded cluster, over a day of made-up visits, with checkpoints every 200 ms. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DoorTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    private static final int MINUTES = 24 * 60;
    private static final Schedule DAY =
            Schedule.between(Visit.START, Visit.START.plus(Duration.ofDays(1)));
    private static final Timing TIMING = Timing.of(Duration.ZERO, Duration.ofDays(1));
    private static final List<String> PLACES = List.of("harbour", "market");

    /** What each run's sinks have seen: by its name, because operators run as copies. */
    private static final Map<String, Seen> RUNS = new ConcurrentHashMap<>();

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_bounded_job_hands_on_every_context_once_and_leaves_no_spool(int parallelism) throws Exception {
        Seen seen = run("bounded " + parallelism, parallelism, Crash.NONE);
        List<String> released = seen.releases.stream().map(row -> row.context().id()).toList();
        assertThat(released).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(contexts());
        assertThat(seen.withheld).hasSize(2 * 5).allMatch(row -> row.context().query().equals("limited"));
        assertThat(filesBelow(directory.resolve("weir-spool"))).isEmpty();
    }

    /** The noise of a count has scale 0.06, that of a sum 57: a false alarm is rarer than once in 10<sup>12</sup> runs. */
    @Test
    void values_are_those_of_the_rules_but_for_the_noise() throws Exception {
        Seen seen = run("values", 1, Crash.NONE);
        for (Release release : seen.releases) {
            if (release.context().query().equals("hourly")) {
                assertThat(release.value("visits").doubleValue()).isBetween(17.0, 24.0);
                assertThat(release.stddev("visits")).isLessThan(0.1);
                assertThat(release.value("spent").doubleValue()).isBetween(-2000.0, 4000.0);
            }
        }
    }

    /** Before the gate, and behind the publisher: the two halves of the job restart on their own. */
    @ParameterizedTest
    @EnumSource(
            value = Crash.class,
            names = {"INPUT", "SINK"})
    void a_crash_after_something_was_seen_shows_no_context_with_two_values(Crash crash) throws Exception {
        Seen seen = run("crash " + crash, 2, crash);
        assertThat(seen.failed.get()).isTrue();
        Map<String, Set<String>> values = new ConcurrentHashMap<>();
        for (Release release : seen.releases) {
            values.computeIfAbsent(release.context().id(), id -> new HashSet<>())
                    .add(release.values().toString());
        }
        assertThat(values.keySet()).containsAll(contexts());
        assertThat(values.values()).allMatch(different -> different.size() == 1);
    }

    /** A checkpoint is complete when its metadata has been written. */
    @Test
    void a_sink_sees_nothing_before_a_checkpoint_has_completed() throws Exception {
        Seen seen = run("order", 1, Crash.NONE);
        assertThat(seen.releases).isNotEmpty();
        assertThat(seen.beforeAnyCheckpoint).isEmpty();
    }

    @Test
    void a_second_release_in_a_job_is_refused() {
        StreamExecutionEnvironment environment = environment(1);
        PrivateStream<Visit> visits = visits(environment.fromSequence(0, 9).map(new Visits("none", Crash.NONE)));
        visits.release(hourly(visits));
        assertThatThrownBy(() -> visits.release(hourly(visits)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one release");
    }

    @Test
    void an_environment_that_would_break_the_promise_is_refused_by_name() {
        StreamExecutionEnvironment bare = StreamExecutionEnvironment.getExecutionEnvironment();
        PrivateStream<Visit> visits = visits(bare.fromSequence(0, 9).map(new Visits("none", Crash.NONE)));
        assertThatThrownBy(() -> visits.release(hourly(visits)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("execution.checkpointing.interval")
                .hasMessageContaining("Safeguards.settings");
    }

    @Test
    void shares_above_one_a_name_that_is_there_twice_and_too_many_contexts_are_refused() {
        PrivateStream<Visit> visits = visits(environment(1).fromSequence(0, 9).map(new Visits("none", Crash.NONE)));
        PrivateQuery<Visit> most = query(visits, "most").spending(0.7, 1);
        PrivateQuery<Visit> rest = query(visits, "rest").spending(0.4, 1);
        assertThatThrownBy(() -> visits.release(most, rest)).hasMessageContaining("at most 1, were 1.1");
        assertThatThrownBy(() -> visits.release(rest, rest)).hasMessageContaining("rest twice");
        PrivateQuery<Visit> fine = visits.query("fine")
                .byDeclaredKey(Visit::place, PLACES)
                .every(Duration.ofMillis(1))
                .atMost(1, 1)
                .count("visits")
                .spending(1);
        assertThatThrownBy(() -> visits.release(fine)).hasMessageContaining("must be at most 10000000");
    }

    private Seen run(String run, int parallelism, Crash crash) throws Exception {
        Seen seen = new Seen();
        RUNS.put(run, seen);
        StreamExecutionEnvironment environment = environment(parallelism);
        PrivateStream<Visit> visits = visits(environment
                .fromSequence(0, MINUTES - 1)
                .uid("numbers")
                .setParallelism(1)
                .map(new Visits(run, crash))
                .uid("visits")
                .setParallelism(1));
        PrivateStream.Released released = visits.release(hourly(visits), limited(visits));
        released.releases()
                .map(new Watch(run, directory.toString(), crash))
                .returns(Types.VOID)
                .uid("watch")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .uid("end-of-releases");
        released.withheld()
                .map(new WatchWithheld(run))
                .returns(Types.VOID)
                .uid("watch-withheld")
                .sinkTo(new DiscardingSink<>())
                .uid("end-of-withheld");
        environment.execute(run);
        return seen;
    }

    private StreamExecutionEnvironment environment(int parallelism) {
        Configuration settings = Safeguards.settings(directory.toUri().toString(), Duration.ofMillis(200));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        environment.setParallelism(parallelism);
        return environment;
    }

    private static PrivateStream<Visit> visits(DataStream<Visit> stream) {
        return PrivateStream.of(stream)
                .timedBy(Visit::time, TIMING, DAY)
                .protecting(PrivacyUnit.USER_PER_DAY, Visit::visitor)
                .within("town", new Budget.Pure(new BigDecimal("9000")));
    }

    private static PrivateQuery<Visit> hourly(PrivateStream<Visit> visits) {
        return visits.query("hourly")
                .byDeclaredKey(Visit::place, PLACES)
                .every(Duration.ofHours(1))
                .within(Bounds.NONE)
                .count("visits")
                .weighing(20)
                .sum("spent", Visit::spent)
                .clamp(0, 50)
                .spending(0.99, 480);
    }

    private static PrivateQuery<Visit> limited(PrivateStream<Visit> visits) {
        return query(visits, "limited")
                .spending(1)
                .limitingEachKey(new Budget.Pure(new BigDecimal("1620")), Duration.ofDays(1));
    }

    private static UnpricedQuery<Visit> query(PrivateStream<Visit> visits, String name) {
        return visits.query(name)
                .where(visit -> visit.spent() >= 0)
                .byDeclaredKey(Visit::place, PLACES)
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .count("visits");
    }

    /** The key accounts of the limited query last for 18 windows that end on a day; the last one ends on the next. */
    private static List<String> contexts() {
        List<String> contexts = new ArrayList<>();
        for (String place : PLACES) {
            for (int hour = 1; hour <= 24; hour++) {
                long end = Visit.START.plus(Duration.ofHours(hour)).toEpochMilli();
                contexts.add("town/hourly/1/" + place + "/" + end);
                if (hour <= 18 || hour == 24) {
                    contexts.add("town/limited/1/" + place + "/" + end);
                }
            }
        }
        return contexts;
    }

    private static List<Path> filesBelow(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private static Seen seen(String run) {
        return java.util.Objects.requireNonNull(RUNS.get(run));
    }

    /** What the sinks of one run have seen. */
    private static final class Seen {
        final ConcurrentLinkedQueue<Release> releases = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Withheld> withheld = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Release> beforeAnyCheckpoint = new ConcurrentLinkedQueue<>();
        final AtomicBoolean failed = new AtomicBoolean();

        void failOnce() {
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("a crash that the test asked for");
            }
        }
    }

    private enum Crash {
        NONE,
        INPUT,
        SINK
    }

    /** Slow enough for several checkpoints; where asked to, it fails once, after something has been seen. */
    private record Visits(String run, Crash crash) implements MapFunction<Long, Visit> {

        @Override
        public Visit map(Long number) throws InterruptedException {
            if (number % 50 == 0 && !run.equals("none")) {
                Thread.sleep(60);
            }
            if (crash == Crash.INPUT && !seen(run).releases.isEmpty()) {
                seen(run).failOnce();
            }
            return new Visit(number);
        }
    }

    private record Watch(String run, String checkpoints, Crash crash) implements MapFunction<Release, Void> {

        @Override
        @SuppressWarnings("NullAway") // Void has no value
        public Void map(Release release) throws Exception {
            if (filesBelow(Path.of(checkpoints)).stream().noneMatch(file -> file.endsWith("_metadata"))) {
                seen(run).beforeAnyCheckpoint.add(release);
            }
            seen(run).releases.add(release);
            if (crash == Crash.SINK && seen(run).releases.size() > 20) {
                seen(run).failOnce();
            }
            return null;
        }
    }

    private record WatchWithheld(String run) implements MapFunction<Withheld, Void> {

        @Override
        @SuppressWarnings("NullAway") // Void has no value
        public Void map(Withheld withheld) {
            seen(run).withheld.add(withheld);
            return null;
        }
    }
}
