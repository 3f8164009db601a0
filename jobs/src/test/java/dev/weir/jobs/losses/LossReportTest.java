package dev.weir.jobs.losses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.counters.NamedCounters;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LossReportTest {

    private static final Pipeline RIDES = PipelineFile.read(
                    Path.of("..", "examples", "rides.yaml"), List.of(), Pipeline.Purpose.REPLAY)
            .pipeline();

    private static LossReport report(Map<String, Long> counted, boolean runsBackwards) {
        return new LossReport(RIDES, counters(counted), new LikelyCause(RIDES, runsBackwards));
    }

    private static RecordCounters counters(Map<String, Long> counted) {
        NamedCounters named = new NamedCounters(RIDES.plan());
        counted.forEach((name, count) -> named.restore("hourly/" + name, count));
        return named.totals();
    }

    @Test
    void every_way_in_which_records_were_lost_has_a_line_with_its_count_and_no_other_has() {
        Map<String, Long> counted = Map.of("READ", 100L, "COUNTED", 90L, "CAP", 7L, "ACCOUNT", 2L, "LATE", 1L);
        assertThat(report(counted, false).lines())
                .containsExactly(
                        "hourly: 100 records read, 90 counted",
                        "          7 left out by bounds",
                        "          2 left out because their unit had used up its budget",
                        "          1 refused, LATE");
        assertThat(report(counted, false).warnings()).isEmpty();
    }

    @Test
    void a_tenth_is_warned_of_and_less_is_not() {
        assertThat(report(Map.of("READ", 100L, "NO_TIME", 9L, "COUNTED", 91L), false)
                        .warnings())
                .isEmpty();
        assertThat(report(Map.of("READ", 100L, "NO_TIME", 10L, "COUNTED", 90L), false)
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("10 of 100 records were refused, NO_TIME: no time is in field time")
                .contains("2026-01-31T08:30:00Z");
    }

    @Test
    void where_only_all_codes_together_are_a_tenth_the_most_frequent_one_is_named() {
        Map<String, Long> counted = Map.of("READ", 100L, "NO_TIME", 4L, "NO_UNIT", 6L, "COUNTED", 90L);
        assertThat(report(counted, false).warnings())
                .singleElement()
                .asString()
                .startsWith("6 of 100 records were refused, NO_UNIT: nothing is in field unit");
    }

    @Test
    void late_records_of_a_recording_that_runs_backwards_are_told_from_those_that_are_out_of_order() {
        Map<String, Long> counted = Map.of("READ", 10L, "LATE", 9L, "COUNTED", 1L);
        assertThat(report(counted, true).warnings())
                .singleElement()
                .asString()
                .contains("runs backwards", "weir replay --sort");
        assertThat(report(counted, false).warnings())
                .singleElement()
                .asString()
                .contains("not in the order of time", "weir replay --sort", "clock.delay (0s)");
    }

    @Test
    void keys_that_are_not_declared_and_units_without_budget_are_warned_of() {
        assertThat(report(Map.of("READ", 10L, "UNDECLARED", 5L, "COUNTED", 5L), false)
                        .warnings())
                .singleElement()
                .asString()
                .contains("key.declared");
        assertThat(report(Map.of("READ", 10L, "ACCOUNT", 1L, "COUNTED", 9L), false)
                        .warnings())
                .singleElement()
                .asString()
                .contains("spend.contributions");
    }

    @Test
    void nothing_is_counted_only_if_no_query_counted_a_record() {
        assertThat(report(Map.of("READ", 10L, "LATE", 10L), false).isNothingCounted())
                .isTrue();
        assertThat(report(Map.of("READ", 10L, "LATE", 9L, "COUNTED", 1L), false).isNothingCounted())
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(Rejection.class)
    void every_code_has_a_likely_cause(Rejection code) {
        assertThat(new LikelyCause(RIDES, false).of(code)).hasSizeGreaterThan(20);
    }
}
