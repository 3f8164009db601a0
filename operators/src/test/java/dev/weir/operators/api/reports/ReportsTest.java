package dev.weir.operators.api.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.result.Release;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.RequiredSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class ReportsTest {

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(2);

    private static final List<String> OPTIONS = List.of("GB", "DE", "FR", "none");
    private static final SubsetResponse MECHANISM = SubsetResponse.of(4, BigDecimal.ONE);
    private static final CategoryQuestion COUNTRY = new CategoryQuestion("country", OPTIONS, MECHANISM);
    private static final long DAY = 20_514;
    private static final Instant FROM = Instant.EPOCH.plus(Duration.ofDays(DAY));
    private static final Schedule SCHEDULE = Schedule.between(FROM, FROM.plus(Duration.ofDays(2)));
    private static final TimeBounds TIMING = TimeBounds.of(Duration.ZERO, Duration.ofDays(31));

    @TempDir
    Path directory = Path.of("");

    /** 600 reports of one day and 300 of the next. */
    private static List<LocalReport> reports() {
        Randomness randomness = new SplittableRandom(6)::nextLong;
        List<LocalReport> reports = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            reports.add(COUNTRY.report(OPTIONS.get(i % 4), DAY + i / 600, randomness));
        }
        return reports;
    }

    private Reports read(int parallelism) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettings.settings(directory.toUri().toString(), Duration.ofMillis(200)));
        environment.setParallelism(parallelism);
        DataStream<String> stream = environment
                .fromData(reports().stream().map(LocalReport::json).toList())
                .uid("reports");
        return Reports.of(stream);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_stream_of_reports_becomes_a_stream_of_estimates(int parallelism) throws Exception {
        TimedReports.Estimates estimates = read(1).answering("country", OPTIONS, MECHANISM)
                .tumbling(Duration.ofDays(1))
                .consistently()
                .ofAtLeast(400)
                .timedBy(TIMING, SCHEDULE)
                .estimates();
        Support support = new Support(MECHANISM);
        reports().subList(0, 600).forEach(report -> support.add(report.bytes()));
        List<Release> releases = estimates.releases().executeAndCollect(100);
        assertThat(releases).hasSize(4);
        for (Release release : releases) {
            int option = OPTIONS.indexOf(release.key());
            var count = support.estimates().get(option);
            assertThat(release.value("count")).isEqualTo(Estimate.decimal(count.value()));
            assertThat(release.stddev("count")).isEqualTo(Estimate.printed(count.stddev()));
            assertThat(release.value("reports")).isEqualTo(BigDecimal.valueOf(600));
            assertThat(release.start()).isEqualTo(FROM);
        }
    }

    @Test
    void windows_must_be_whole_periods_and_a_job_publishes_once() {
        Reports.Asked asked = read(1).answering(COUNTRY);
        assertThatThrownBy(() -> asked.tumbling(Duration.ofHours(12))).hasMessageContaining("whole periods");
        assertThat(asked.inPeriodsOf(Duration.ofHours(1)).tumbling(Duration.ofHours(12)))
                .isNotNull();
        TimedReports timed =
                asked.sliding(Duration.ofDays(2), Duration.ofDays(1)).timedBy(TIMING, SCHEDULE);
        assertThat(timed.estimates().privateCounters()).startsWith("file:");
        assertThatThrownBy(timed::estimates).isInstanceOf(IllegalStateException.class);
    }
}
