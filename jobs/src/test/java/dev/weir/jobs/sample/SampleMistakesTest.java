package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SampleMistakesTest {

    private static final String TIME = "2026-03-02T10:00:00Z";

    private static SampleMistakes read(IntFunction<String> record, String... settings) {
        Pipeline pipeline = PipelineFile.read(
                        Path.of("..", "examples", "rides.yaml"), List.of(settings), Pipeline.Purpose.REPLAY)
                .pipeline();
        SampleMistakes mistakes = new SampleMistakes(pipeline.withColumns(List.of("time", "unit", "key", "value")));
        for (int i = 0; i < 200; i++) {
            mistakes.add(record.apply(i).getBytes(StandardCharsets.UTF_8));
        }
        return mistakes;
    }

    private static String ride(int i, String value) {
        return TIME + ",canary-" + i % 50 + ",harbour," + value;
    }

    @Test
    void a_sample_as_it_should_be_draws_no_warning_and_its_rounding_is_measured() {
        SampleMistakes mistakes = read(i -> ride(i, "1003"));
        assertThat(mistakes.warnings()).isEmpty();
        assertThat(mistakes.lines())
                .containsExactly(
                        "  hourly fares: rounding to multiples of 1 moves a value by 0 on average, at most by 0.5; 0 of"
                                + " 200 values other than 0 become 0");
    }

    /** A quarter of 0.22, 0.24, 1.26 and 0.6 each: the first two become 0, and all move by 0.22, 0.24, 0.26 and 0.4. */
    @Test
    void rounding_that_loses_values_is_measured_and_warned_of_with_a_finer_grid() {
        String[] values = {"0.22", "0.24", "1.26", "0.6"};
        String clamp = "queries.0.release.1={sum: value, as: fares, clamp: [0, 1], grid: 1}";
        SampleMistakes mistakes = read(i -> ride(i, values[i % 4]), clamp);
        assertThat(mistakes.lines())
                .singleElement()
                .asString()
                .contains("moves a value by 0.28 on average, at most by 0.5; 100 of 200 values other than 0 become 0");
        assertThat(mistakes.warnings())
                .containsExactly(
                        "rounding to the grid of 1 moves hourly fares by 48 % of its size, and makes 100 of 200 values 0:"
                                + " write a finer one, such as grid: 0.001");
    }

    @Test
    void values_beyond_what_is_counted_are_not_measured() {
        assertThat(read(i -> ride(i, i < 100 ? "1e30" : "0.25")).lines())
                .singleElement()
                .asString()
                .contains("by 0.25 on average", "100 of 100 values");
    }

    @Test
    void a_unit_for_each_record_is_asked_about() {
        assertThat(read(i -> TIME + ",canary-" + i + ",harbour,1003").warnings())
                .containsExactly(
                        "each of 200 records has a unit of its own in field unit: does it name records, and not people?");
    }

    @Test
    void one_unit_for_most_records_is_asked_about() {
        assertThat(read(i -> TIME + ",canary-" + Math.max(0, i - 150) + ",harbour,1003")
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("at least 151 of 200 records have one and the same unit in field unit");
    }

    @Test
    void times_in_seconds_are_asked_about() {
        assertThat(read(i -> "1772431200,canary-" + i % 50 + ",harbour,1003").warnings())
                .singleElement()
                .asString()
                .startsWith("all times are in 1970: is field time in seconds?");
    }

    @Test
    void delta_is_held_against_the_number_of_units() {
        String budget = "privacy.budget={epsilon: 1, delta: ";
        assertThat(read(i -> ride(i, "1003"), budget + "0.021}").warnings())
                .containsExactly(
                        "privacy.budget.delta: above 1 / the 50 units of the sample: everything about one of them may come"
                                + " out; write less");
        assertThat(read(i -> ride(i, "1003"), budget + "0.02}").warnings()).isEmpty();
    }
}
