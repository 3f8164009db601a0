package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayPeriodsTest {

    private static final String HOURS = "tumbling: 1h";
    private static final String PIPELINE = """
            pipeline: rides
            domain: {name: rides}
            source: {format: csv, time: time, unit: unit}
            privacy: {unit: UNIT, budget: {epsilon: 1, delta: 1e-6}}
            queries:
              - name: rides
                key: {field: key, declared: [harbour]}
                window: {WINDOW}
                release: [{count: rides}]
                spend: {contributions: 1}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private ReplayPeriods periods(String window, String unit, String first, String last) throws IOException {
        Path file = Files.writeString(
                dir.resolve("p.yaml"), PIPELINE.replace("UNIT", unit).replace("WINDOW", window));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Schedule schedule = new Schedule(
                Instant.parse(first).toEpochMilli(), Instant.parse(last).toEpochMilli() + 1);
        return ReplayPeriods.of(pipeline.plan(), schedule);
    }

    /**
     * Tests windows of an hour, quarters of an hour since midnight, and six hours every half hour; releases are about the
     * stated periods.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tumbling: 1h | user-per-day  | 2026-03-02T06:00:08Z | 2026-03-02T23:59:59Z | unit user-per-day, 2026-03-02
            tumbling: 1h | user-per-day  | 2026-03-02T06:00:08Z | 2026-03-03T00:00:00Z | unit user-per-day, 2026-03-02 to 2026-03-03
            tumbling: 1h | user-per-hour | 2026-03-02T06:00:08Z | 2026-03-02T07:10:00Z | unit user-per-hour, 2026-03-02T06:00:00Z to 2026-03-02T08:00:00Z
            tumbling: 1h | user          | 2026-03-02T06:00:08Z | 2026-03-02T07:10:00Z | unit user, for ever
            tumbling: 1h | event         | 2026-03-02T06:00:08Z | 2026-03-02T07:10:00Z | unit event, 2026-03-02T06:00:00Z to 2026-03-02T08:00:00Z
            running: {every: 15m, horizon: 96, reset: 1d} | user-per-hour | 2026-03-02T06:00:08Z | 2026-03-02T07:10:00Z | unit user-per-hour, 2026-03-02T00:00:00Z to 2026-03-02T08:00:00Z
            sliding: 6h, every: 30m | user-per-day  | 2026-03-02T06:00:08Z | 2026-03-02T17:59:00Z | unit user-per-day, 2026-03-02
            sliding: 6h, every: 30m | user-per-day  | 2026-03-02T06:00:08Z | 2026-03-02T23:58:59Z | unit user-per-day, 2026-03-02 to 2026-03-03
            """)
    void a_replay_is_about_all_periods_that_a_window_of_it_meets(
            String window, String unit, String first, String last, String expected) throws IOException {
        assertThat(periods(window, unit, first, last)).hasToString(expected);
    }

    @Test
    void events_of_other_hours_are_others() throws IOException {
        ReplayPeriods six = periods(HOURS, "event", "2026-03-02T06:00:00Z", "2026-03-02T06:59:59Z");
        ReplayPeriods seven = periods(HOURS, "event", "2026-03-02T07:00:00Z", "2026-03-02T07:30:00Z");
        ReplayPeriods both = periods(HOURS, "event", "2026-03-02T06:30:00Z", "2026-03-02T07:00:00Z");
        assertThat(six.meets(seven)).isFalse();
        assertThat(six.meets(both)).isTrue();
        assertThat(both.meets(seven)).isTrue();
    }

    /** A file of half an hour releases the same window as a file of the other half. */
    @Test
    void halves_of_a_window_meet() throws IOException {
        ReplayPeriods first = periods(HOURS, "event", "2026-03-02T06:00:00Z", "2026-03-02T06:29:59Z");
        ReplayPeriods second = periods(HOURS, "event", "2026-03-02T06:30:00Z", "2026-03-02T06:59:59Z");
        assertThat(first.meets(second)).isTrue();
    }
}
