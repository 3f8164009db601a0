package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class MetricsTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    /**
     * The position of the operator's name in a metric's scope, after host, kind and id of the task manager and the job's
     * name.
     */
    private static final int OPERATOR = 4;

    private static final Set<String> OPERATORS = Set.of(
            "clock",
            "admit",
            "gate",
            "release",
            "format",
            "ledger-form",
            "publish",
            "count",
            "end: Writer",
            "Source: published",
            "releases",
            "withheld");

    /**
     * Flink's metrics of every operator. They include exact numbers of records, of all keys together; like all metrics they
     * stay in the trusted base.
     */
    private static final Set<String> OF_EVERY_OPERATOR = Set.of(
            "numBytesOutPerSecond",
            "numRecordsOutPerSecond",
            "numBytesOut",
            "numBytesIn",
            "numRecordsOut",
            "numRecordsIn",
            "numRecordsInPerSecond",
            "numBytesInPerSecond",
            "numRecordsInErrors",
            "numRecordsOutErrors",
            "numRecordsSend",
            "numRecordsSendErrors",
            "numBytesSend",
            "currentInputWatermark",
            "currentInput1Watermark",
            "currentInput2Watermark",
            "currentOutputWatermark",
            "currentEmitEventTimeLag",
            "sourceIdleTime");

    @TempDir
    Path directory = Path.of("");

    @AfterAll
    static void close() {
        REPORTER.close();
    }

    /**
     * Tests everything that a Weir operator registers in addition to Flink's metrics of every operator. A new name must be
     * added here, after checking that it may be shown: no label from data, and no exact figure of a key.
     */
    @Test
    void metrics_of_weir_operators_are_those_that_may_be_shown() throws Exception {
        new Town("metrics", directory, Town.Crash.NONE, true).run(1, new Configuration());
        Map<String, Metric> own = own("metrics");
        verifyNames(own);
        verifyPrivate(own.keySet());
        assertThat(count(own.get("publish.0.weir.releases")))
                .isEqualTo(Town.releaseNames().size());
        assertThat(count(own.get("publish.0.weir.withheld"))).isEqualTo(10);
        assertThat(count(own.get("publish.0.weir.batches"))).isPositive();
        assertThat(count(own.get("count.0.weir.countersUnwritten"))).isZero();
        assertThat(gauged(own.get("publish.0.weir.checkpointToVisibilityMs"))).isNotNegative();
        assertThat(gauged(own.get("publish.0.weir.publishingLagMs"))).isPositive();
        verifyQueries(own);
    }

    private static void verifyNames(Map<String, Metric> own) {
        assertThat(own.keySet())
                .filteredOn(name -> !name.contains(".private."))
                .containsExactly(
                        "count.0.weir.countersUnwritten",
                        "publish.0.weir.batches",
                        "publish.0.weir.checkpointToVisibilityMs",
                        "publish.0.weir.heldBatches",
                        "publish.0.weir.publishingLagMs",
                        "publish.0.weir.query.hourly.dueMs",
                        "publish.0.weir.query.hourly.publishedUntilMs",
                        "publish.0.weir.query.hourly.stepMs",
                        "publish.0.weir.query.limited.dueMs",
                        "publish.0.weir.query.limited.publishedUntilMs",
                        "publish.0.weir.query.limited.stepMs",
                        "publish.0.weir.releases",
                        "publish.0.weir.withheld");
    }

    private static void verifyPrivate(Set<String> names) {
        assertThat(names)
                .filteredOn(name -> name.contains(".private."))
                .allMatch(name -> name.matches("count\\.0\\.private\\.query\\.(hourly|limited)\\.[A-Z_]+"
                        + "|publish\\.0\\.private\\.foreignRecords"))
                .contains(
                        "publish.0.private.foreignRecords",
                        "count.0.private.query.hourly.READ",
                        "count.0.private.query.limited.LATE");
    }

    private static void verifyQueries(Map<String, Metric> own) {
        for (String query : List.of("hourly", "limited")) {
            String group = "publish.0.weir.query." + query;
            assertThat(gauged(own.get(group + ".publishedUntilMs")))
                    .isEqualTo(Visit.START.plus(Duration.ofDays(1)).toEpochMilli());
            assertThat(gauged(own.get(group + ".stepMs"))).isEqualTo(3_600_000);
            assertThat(gauged(own.get(group + ".dueMs"))).isEqualTo(3_600_000 + Town.CHECKPOINT_MILLIS);
        }
    }

    @Test
    void counters_that_cannot_be_written_are_counted_and_the_job_goes_on() throws Exception {
        Files.writeString(directory.resolve("weir-private"), "a file stands where the folder of the counters belongs");
        Town.Seen seen = new Town("uncounted", directory, Town.Crash.NONE, false).run(1, new Configuration());
        assertThat(seen.releases).hasSameSizeAs(Town.releaseNames());
        assertThat(count(own("uncounted").get("count.0.weir.countersUnwritten")))
                .isPositive();
    }

    /** Returns what a job's Weir operators have registered in addition to Flink's metrics of every operator. */
    private static Map<String, Metric> own(String job) {
        Map<String, Metric> own = new TreeMap<>();
        REPORTER.getMetricsByGroup()
                .forEach((group, metrics) -> metrics.forEach((name, metric) -> {
                    List<String> scope = List.of(group.getScopeComponents());
                    boolean isFlinks = OF_EVERY_OPERATOR.contains(name) || scope.contains("Shuffle");
                    if (isOfWeir(scope) && scope.contains(job) && !isFlinks && !(group instanceof TaskMetricGroup)) {
                        own.put(String.join(".", scope.subList(OPERATOR, scope.size())) + "." + name, metric);
                    }
                }));
        return own;
    }

    private static long count(@Nullable Metric metric) {
        return metric instanceof Counter counter ? counter.getCount() : -1;
    }

    private static long gauged(@Nullable Metric metric) {
        return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Long value ? value : -1;
    }

    private static boolean isOfWeir(List<String> scope) {
        return scope.size() > OPERATOR && OPERATORS.contains(scope.get(OPERATOR));
    }
}
