package dev.weir.jobs.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleReporterTest {

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

    /** A metric group of an operator. */
    private static final class Group extends UnregisteredMetricsGroup {

        private final String operator;
        private final String[] scope;

        Group(String operator, String... scope) {
            this.operator = operator;
            this.scope = scope;
        }

        @Override
        public String[] getScopeComponents() {
            return scope;
        }

        @Override
        public Map<String, String> getAllVariables() {
            Map<String, String> variables =
                    new HashMap<>(Map.of("<operator_name>", operator, "<subtask_index>", scope[0]));
            if (scope.length > 2) {
                variables.put("<" + scope[scope.length - 2] + ">", scope[scope.length - 1]);
            }
            return variables;
        }
    }

    private static Counter counter(long count) {
        Counter counter = new SimpleCounter();
        counter.inc(count);
        return counter;
    }

    private String report(ConsoleReporter reporter) {
        reporter.report();
        return said.toString(StandardCharsets.UTF_8);
    }

    /** Flink's own metrics are exact counts of records, and their names are not Weir's terms. */
    @Test
    void a_heartbeat_tells_of_weirs_metrics_and_of_no_others() {
        ConsoleReporter reporter = new ConsoleReporter(0, err, InstantSource.fixed(Instant.EPOCH));
        reporter.notifyOfAddedMetric(counter(240), "releases", new Group("publish", "0", "weir"));
        reporter.notifyOfAddedMetric(
                (Gauge<Long>) () -> 1000L, "publishedUntilMs", new Group("publish", "0", "weir", "query", "edits"));
        reporter.notifyOfAddedMetric(
                (Gauge<Long>) () -> 2000L, "dueMs", new Group("publish", "0", "weir", "query", "edits"));
        reporter.notifyOfAddedMetric(
                (Gauge<Long>) () -> 4L, "READ", new Group("count", "0", "private", "query", "edits"));
        reporter.notifyOfAddedMetric(
                (Gauge<Long>) () -> 1L, "LATE", new Group("count", "0", "private", "query", "edits"));
        reporter.notifyOfAddedMetric(counter(7), "numRecordsIn", new Group("Source: slots", "0"));
        reporter.notifyOfAddedMetric(counter(7), "releases", new Group("Source: slots", "0"));
        reporter.notifyOfAddedMetric(
                (Gauge<Long>) () -> 3L, "deadLettersUndelivered", new Group("dead-letters", "0", "private"));
        reporter.notifyOfAddedMetric(counter(1), "foreignRecords", new Group("publish", "0", "private"));
        assertThat(report(reporter))
                .isEqualToIgnoringNewLines("240 rows released; the next are due by 1970-01-01T00:00:03Z; SOMEBODY ELSE"
                        + " WRITES INTO THE LEDGER: 1 record that cannot be read, see the log; query edits did not count"
                        + " 25.0 % (LATE) of 4 records");
    }

    @Test
    void nothing_is_said_before_there_is_anything_public() {
        ConsoleReporter reporter = new ConsoleReporter(0, err, InstantSource.system());
        reporter.notifyOfAddedMetric(counter(7), "numRecordsIn", new Group("Source: slots", "0"));
        assertThat(report(reporter)).isEmpty();
    }

    @Test
    void a_replay_says_how_many_records_its_subtasks_have_read() {
        ConsoleReporter reporter = new ConsoleReporter(100, err, InstantSource.system());
        reporter.notifyOfAddedMetric(counter(7), "numRecordsIn", new Group("Source: slots", "0"));
        reporter.notifyOfAddedMetric(counter(8), "numRecordsIn", new Group("Source: slots", "1"));
        reporter.notifyOfAddedMetric(counter(9), "numRecordsIn", new Group("gate", "0"));
        assertThat(report(reporter)).isEqualToIgnoringNewLines("15 of 100 records read");
    }

    @Test
    void flink_finds_the_factory_by_the_name_in_the_settings() {
        assertThat(ConsoleReporterFactory.heartbeat(Duration.ofSeconds(30)))
                .containsEntry("metrics.reporter.console.interval", "30000 ms")
                .containsEntry("metrics.reporter.console.factory.class", ConsoleReporterFactory.class.getName());
        assertThat(ServiceLoader.load(MetricReporterFactory.class)).anyMatch(ConsoleReporterFactory.class::isInstance);
    }
}
