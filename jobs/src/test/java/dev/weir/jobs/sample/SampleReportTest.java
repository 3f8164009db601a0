package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SampleReportTest {

    private static SampleReport report(String... settings) {
        Pipeline pipeline = PipelineFile.read(
                        Path.of("..", "examples", "rides.yaml"), List.of(settings), Pipeline.Purpose.REPLAY)
                .pipeline();
        return new SampleReport(pipeline.withColumns(List.of("time", "unit", "key", "value")));
    }

    private static void add(SampleReport report, String time, String unit, String key, int value) {
        String instant = "2026-03-02T" + time + "Z";
        String line = instant + "," + unit + "," + key + "," + value;
        report.add(line.getBytes(StandardCharsets.UTF_8), Instant.parse(instant).toEpochMilli());
    }

    /** Returns a report on a hundred riders with one ride per hour for five hours, who all need five contributions. */
    private static SampleReport busy(String... settings) {
        SampleReport report = report(settings);
        for (int hour = 10; hour < 15; hour++) {
            for (int rider = 0; rider < 100; rider++) {
                add(report, hour + ":00:00", "canary-" + rider, "harbour", 1003);
            }
        }
        return report;
    }

    /**
     * Two of a rider's five rides count, so 200 of 500 count and 60 % are left out. Two values share the price: the deviation
     * is 4 sqrt(2), compared with 100 rides in each of five windows.
     */
    @Test
    void what_is_left_out_is_weighed_against_noise() {
        assertThat(busy("queries.0.spend.contributions=2").lines()).anySatisfy(line -> assertThat(line)
                .startsWith("  rides ")
                .contains("60 % is left out, noise is 5.6 %: off by 66 %", "so that it is blurred"));
    }

    @Test
    void contributions_are_advised_by_what_units_have_in_a_period() {
        assertThat(busy("queries.0.spend.contributions=2").lines())
                .anySatisfy(line -> assertThat(line).startsWith("  contributions    5 would suit better than 2"));
        assertThat(busy("queries.0.spend.contributions=5").lines())
                .anySatisfy(line -> assertThat(line).isEqualTo("  contributions    5 suits"))
                .anySatisfy(line -> assertThat(line).contains("5 in half of all cases"));
    }

    @Test
    void a_sample_of_less_than_a_period_says_that_contributions_are_more() {
        SampleReport report = busy();
        assertThat(report.lines()).anySatisfy(line -> assertThat(line).contains("shorter than a period of a unit"));
        SampleReport day = report();
        add(day, "00:30:00", "early", "harbour", 5);
        add(day, "23:30:00", "late", "harbour", 5);
        assertThat(day.lines()).noneMatch(line -> line.contains("shorter than a period"));
    }

    @Test
    void keys_that_are_missing_and_keys_that_are_not_declared_are_counted_and_not_named() {
        SampleReport report = busy();
        add(report, "10:00:00", "someone", "canary-key", 5);
        String said = String.join("\n", report.lines());
        assertThat(said)
                .contains("4 declared, 1 of them in the sample; 1 records have 1 keys that are not declared")
                .contains("of 1 keys an ordinary rides is more than twice its noise, of 3 it is not: longer windows")
                .doesNotContain("canary", "1003");
    }

    /**
     * First all values are 1003, so a clamp of 2000 adds noise without need. Then one value in a hundred is 2000 and the
     * others are 200, so a clamp of 200 keeps most of the sum.
     */
    @Test
    void a_clamp_is_advised_by_what_it_cuts_and_what_noise_it_saves() {
        assertThat(busy().lines())
                .anySatisfy(line -> assertThat(line).contains("clamp: [0, 1500] would suit better than [0, 2000]"));
        SampleReport report = report();
        for (int rider = 0; rider < 100; rider++) {
            add(report, "10:00:00", "a" + rider, "harbour", rider == 0 ? 2000 : 200);
        }
        assertThat(report.lines())
                .anySatisfy(line -> assertThat(line).contains("clamp: [0, 200] would suit better than [0, 2000]"));
    }

    /** A clamp of 1500 has three quarters of the noise of one of 2000, but with a large budget both are printed as 0.1 %. */
    @Test
    void a_choice_whose_printed_figures_are_those_of_the_pipeline_is_not_recommended() {
        String alone = "queries.0.release=[{sum: value, as: fares, clamp: [0, 2000]}]";
        assertThat(busy("privacy.budget.epsilon=100", "queries.0.spend.contributions=5", alone)
                        .lines())
                .anySatisfy(line -> assertThat(line).endsWith("clamp: [0, 2000] suits"))
                .noneMatch(line -> line.contains("would suit better"));
    }

    /** Rounded up to two digits the largest value is 100, which is not a multiple of 0.3. */
    @Test
    void a_clamp_that_is_advised_is_whole_steps_of_the_grid() {
        assertThat(ofFares("clamp: [0, 300], grid: 0.3", 100))
                .contains("clamp: [0, 100.2] would suit better than [0, 300]");
    }

    /** A clamp of fewer than 100 steps of 1 is refused without a grid. */
    @Test
    void a_narrow_clamp_is_advised_with_the_grid_that_it_needs() {
        assertThat(ofFares("clamp: [0, 300]", 10)).contains("clamp: [0, 10], with grid: 1 would suit better");
        assertThat(ofFares("clamp: [0, 99], grid: 1", 10)).contains("clamp: [0, 10] would suit better");
    }

    private static String ofFares(String clamp, int value) {
        SampleReport report = report("queries.0.release=[{sum: value, as: fares, " + clamp + "}]");
        for (int rider = 0; rider < 100; rider++) {
            add(report, "10:00:00", "a" + rider, "harbour", value);
        }
        return String.join("\n", report.lines());
    }

    @Test
    void what_bounds_leave_out_counts_as_left_out() {
        SampleReport report = report("queries.0.bounds.records-per-cell=1");
        for (int ride = 0; ride < 9; ride++) {
            add(report, "10:00:0" + ride, "a", "harbour", 10);
        }
        assertThat(report.lines())
                .anySatisfy(line -> assertThat(line).startsWith("  rides ").contains("89 % is left out"))
                .anySatisfy(line -> assertThat(line).contains("records of a unit in one window of one key: 9 in half"));
    }

    /** There are 1000 votes for a and none for b. The draw gives a, although the noise of a count may exceed 1000. */
    @Test
    void a_choice_is_weighed_by_the_votes_that_what_is_drawn_lacks() {
        SampleReport report = report("queries.0.release=[{choose: value, as: best, from: ['7', '8']}]");
        for (int rider = 0; rider < 1000; rider++) {
            add(report, "10:00:00", "a" + rider, "harbour", 7);
        }
        assertThat(report.lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("  best ").contains("0.0 % is left out", "hardly shows"))
                .anySatisfy(
                        line -> assertThat(line).contains("of 1 keys an ordinary best is more than twice its noise"));
    }

    /**
     * A learnt clamp of 1024 initial steps has much noise compared with values of 1, but once it is near the values it has
     * little.
     */
    @Test
    void a_learnt_clamp_is_weighed_where_it_will_be() {
        SampleReport report =
                report("queries.0.release=[{sum: value, as: fares, clamp: {auto: {start: 1048576}}, grid: 1}]");
        for (int rider = 0; rider < 5000; rider++) {
            add(report, "10:00:00", "a" + rider, "harbour", 100);
        }
        assertThat(report.lines())
                .anySatisfy(
                        line -> assertThat(line).startsWith("  fares ").contains("0.0 % is left out", "hardly shows"));
    }

    @Test
    void a_sample_without_declared_keys_says_so() {
        SampleReport report = report();
        add(report, "10:00:00", "a", "elsewhere", 10);
        assertThat(report.lines())
                .containsExactly(
                        "query hourly", "  no record of the sample has a declared key: 1 others have, under 1 keys");
    }

    @Test
    void where_every_record_is_a_unit_there_is_nothing_to_say_of_contributions() {
        SampleReport report =
                report("privacy.unit=event", "queries.0.spend.contributions=1", "source.unit=", "queries.0.bounds={}");
        add(report, "10:00:00", "a", "harbour", 10);
        assertThat(report.lines()).noneMatch(line -> line.contains("contributions"));
    }

    @ParameterizedTest
    @CsvSource({"1003, 1500", "99, 100", "101, 150", "0, 0", "10, 10", "26, 30", "0.7, 0.8"})
    void figures_are_rounded_up_to_two_digits(double figure, double rounded) {
        assertThat(TwoDigits.up(figure)).isEqualTo(rounded, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"1003, 1000", "99, 80", "101, 100", "0, 0", "10, 10", "29, 25", "0.79, 0.6"})
    void lower_bounds_are_rounded_down_to_two_digits(double figure, double rounded) {
        assertThat(TwoDigits.down(figure)).isEqualTo(rounded, within(1e-12));
    }

    @Test
    void a_quantile_is_the_least_number_that_so_many_do_not_exceed() {
        EmpiricalDistribution numbers = EmpiricalDistribution.of(DoubleStream.of(4, 1, 3, 2));
        assertThat(numbers.quantile(0.5)).isEqualTo(2);
        assertThat(numbers.quantile(0.51)).isEqualTo(3);
        assertThat(numbers.quantile(1)).isEqualTo(4);
    }
}
