package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.api.Town.Crash;
import dev.weir.operators.api.Town.Seen;
import dev.weir.operators.result.Release;
import dev.weir.operators.testing.OneTaskManager;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.CommonTestUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the Java API on an embedded cluster, over a day of synthetic visits, with checkpoints every 200 ms. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class PrivateStreamTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(2);

    @TempDir
    Path directory = Path.of("");

    /** A sink sees releases only after a checkpoint is complete, that is, after its metadata has been written. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_bounded_job_passes_on_every_release_once_after_a_checkpoint_and_leaves_no_spool(int parallelism)
            throws Exception {
        Seen seen = town("bounded " + parallelism, Crash.NONE).run(parallelism, new Configuration());
        List<String> released =
                seen.releases.stream().map(row -> row.id().toString()).toList();
        assertThat(released).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(Town.releaseNames());
        assertThat(seen.withheld).hasSize(2 * 5).allMatch(row -> row.query().equals("limited"));
        assertThat(seen.beforeAnyCheckpoint).isEmpty();
        assertThat(Folders.filesBelow(directory.resolve("weir-spool"))).isEmpty();
    }

    @Test
    void where_every_record_ended_is_written_beside_the_checkpoints() throws Exception {
        town("counters", Crash.NONE).run(2, new Configuration());
        List<Path> files = Folders.filesBelow(directory.resolve("weir-private"));
        assertThat(files).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("weir-private"))))
                .isEqualTo("rwx------");
        Map<String, Long> counters = new HashMap<>();
        for (String line : Files.readAllLines(files.get(0))) {
            int space = line.indexOf(' ');
            counters.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
        }
        for (String query : List.of("hourly", "limited")) {
            long ended = counters.entrySet().stream()
                    .filter(counter -> counter.getKey().startsWith(query + "/"))
                    .filter(counter -> !counter.getKey().endsWith("/READ"))
                    .mapToLong(Map.Entry::getValue)
                    .sum();
            assertThat(ended).isEqualTo(counters.get(query + "/READ")).isEqualTo(24 * 60);
        }
        assertThat(counters).containsEntry("hourly/COUNTED", 960L).containsEntry("hourly/UNDECLARED", 480L);
    }

    /** The noise of a count has scale 0.06, that of a sum 57. A false alarm occurs less than once in 10<sup>12</sup> runs. */
    @Test
    void values_are_those_of_the_rules_but_for_the_noise() throws Exception {
        Seen seen = town("values", Crash.NONE).run(1, new Configuration());
        for (Release release : seen.releases) {
            if (release.query().equals("hourly")) {
                assertThat(release.value("visits").doubleValue()).isBetween(17.0, 24.0);
                assertThat(release.stddev("visits")).isLessThan(0.1);
                assertThat(release.value("spent").doubleValue()).isBetween(-2000.0, 4000.0);
            }
        }
    }

    /** The two crashes are before the gate and after the publisher: the two halves of the job restart independently. */
    @ParameterizedTest
    @EnumSource(
            value = Crash.class,
            names = {"INPUT", "SINK"})
    void a_crash_after_something_was_seen_shows_no_release_with_two_values(Crash crash) throws Exception {
        Seen seen = town("crash " + crash, crash).run(2, new Configuration());
        assertThat(seen.failed.get()).isTrue();
        assertOneValueEach(seen);
    }

    /** The restarted job has a new spool; unread rows in the old one are read first. */
    @ParameterizedTest
    @EnumSource(
            value = Crash.class,
            names = {"INPUT", "SINK"})
    void a_job_that_is_built_again_goes_on_where_its_checkpoint_was(Crash crash, @InjectMiniCluster MiniCluster cluster)
            throws Exception {
        Town town = new Town("again " + crash, directory, crash, false);
        Configuration retained = new Configuration();
        retained.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        JobClient first = town.start(2, retained);
        assertThatThrownBy(() -> first.getJobExecutionResult().get())
                .hasStackTraceContaining("a crash that the test asked for");
        retained.set(
                StateRecoveryOptions.SAVEPOINT_PATH,
                CommonTestUtils.getLatestCompletedCheckpointPath(first.getJobID(), cluster)
                        .orElseThrow());
        assertOneValueEach(town.run(2, retained));
    }

    private static void assertOneValueEach(Seen seen) {
        Map<String, Set<String>> values = new HashMap<>();
        for (Release release : seen.releases) {
            values.computeIfAbsent(release.id().toString(), id -> new HashSet<>())
                    .add(release.values().toString());
        }
        assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(Town.releaseNames());
        assertThat(values.values()).allMatch(different -> different.size() == 1);
    }

    @Test
    void a_second_release_in_a_job_is_refused() {
        PrivateStream<Visit> visits = visits("second");
        visits.release(Town.hourly(visits));
        assertThatThrownBy(() -> visits.release(Town.hourly(visits)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one release");
    }

    @Test
    void a_setting_that_is_changed_after_the_release_stops_the_job_at_its_start() {
        Town town = town("changed", Crash.NONE);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(town.settings());
        PrivateStream<Visit> visits = town.visits(environment);
        visits.release(Town.hourly(visits)).releases().sinkTo(new DiscardingSink<>());
        environment.getCheckpointConfig().setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        assertThatThrownBy(environment::execute)
                .hasStackTraceContaining("execution.checkpointing.mode must be EXACTLY_ONCE");
    }

    @Test
    void an_environment_that_would_break_the_promise_is_refused_by_name() {
        PrivateStream<Visit> visits =
                town("bare", Crash.NONE).visits(StreamExecutionEnvironment.getExecutionEnvironment());
        assertThatThrownBy(() -> visits.release(Town.hourly(visits)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("execution.checkpointing.interval")
                .hasMessageContaining("RequiredSettings.settings");
    }

    /** An audit computes the periods of keys by the zone of the domain's unit, which is UTC here. */
    @Test
    void key_accounts_of_another_zone_than_the_units_are_refused() {
        PrivateStream<Visit> visits = visits("zoned");
        PrivateQuery<Visit> query = Town.query(visits, "zoned").spending(1);
        Budget budget = new Budget.Pure(BigDecimal.TEN);
        assertThatThrownBy(() -> visits.release(query.limitingEachKey(budget, CalendarPeriod.WEEK, "Europe/Berlin")))
                .hasMessageContaining("the zone of key accounts must be that of the unit, UTC, was Europe/Berlin");
        visits.release(query.limitingEachKey(budget, CalendarPeriod.WEEK, "UTC"));
    }

    @Test
    void shares_above_one_a_name_that_is_there_twice_and_too_many_releases_are_refused() {
        PrivateStream<Visit> visits = visits("refused");
        PrivateQuery<Visit> most = Town.query(visits, "most").spending(0.7, 1);
        PrivateQuery<Visit> rest = Town.query(visits, "rest").spending(0.4, 1);
        assertThatThrownBy(() -> visits.release(most, rest)).hasMessageContaining("at most 1, were 1.1");
        assertThatThrownBy(() -> visits.release(rest, rest)).hasMessageContaining("rest twice");
        PrivateQuery<Visit> fine = visits.query("fine")
                .byDeclaredKey(Visit::place, Town.PLACES)
                .every(Duration.ofMillis(1))
                .atMost(1, 1)
                .aggregate(Aggregation.count("visits"))
                .spending(1);
        assertThatThrownBy(() -> visits.release(fine)).hasMessageContaining("must be at most 10000000");
    }

    private PrivateStream<Visit> visits(String run) {
        Town town = town(run, Crash.NONE);
        return town.visits(StreamExecutionEnvironment.getExecutionEnvironment(town.settings()));
    }

    private Town town(String run, Crash crash) {
        return new Town(run, directory, crash, true);
    }
}
