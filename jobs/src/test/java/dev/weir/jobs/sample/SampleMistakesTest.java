package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
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

    /**
     * The values are 0.22, 0.24, 1.26 and 0.6, a quarter each. The first two become 0, and the four move by 0.22, 0.24, 0.26
     * and 0.4.
     */
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
                        "rounding to the grid of 1 moves hourly fares by 48 % of its size, and turns 100 of 200 values other than 0 into 0:"
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
                .isEqualTo(
                        "all 200 times of field time lie before 1980 or after 2199: are they in seconds (source.time-format)?");
        assertThat(read(i -> "1772431200,canary-" + i % 50 + ",harbour,1003", "source.time-format=seconds")
                        .warnings())
                .isEmpty();
    }

    @Test
    void times_of_another_unit_than_the_stated_one_are_asked_about() {
        assertThat(read(i -> "1772431200000,canary-" + i % 50 + ",harbour,1003", "source.time-format=microseconds")
                        .warnings())
                .containsExactly("all 200 times of field time lie before 1980 or after 2199: are they in milliseconds"
                        + " (source.time-format)?");
        assertThat(read(i -> (i == 0 ? "0" : "1772431200000000") + ",canary-" + i % 50 + ",harbour,1003")
                        .warnings())
                .containsExactly(
                        "all 200 times of field time lie before 1980 or after 2199: is source.time-format right?");
        assertThat(read(
                                i -> (i == 0 ? "1" : "1772431200000") + ",canary-" + i % 50 + ",harbour,1003",
                                "source.time-format=milliseconds")
                        .warnings())
                .containsExactly(
                        "1 of 200 times of field time lie before 1980 or after 2199: is source.time-format right?");
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

    private static String small(int i, String value) {
        return ride(i, i < 190 ? "0" : value);
    }

    private static List<String> ofSmall(String value, String grid) {
        return read(
                        i -> small(i, value),
                        "queries.0.release.1={sum: value, as: fares, clamp: [0, 1], grid: " + grid + "}")
                .warnings();
    }

    /**
     * Zeros are on every grid. So both the part of lost values and the ordinary value are computed from the other values
     * only.
     */
    @Test
    void zeros_do_not_count_among_the_values_that_rounding_loses() {
        assertThat(read(i -> small(i, "0.2")).lines())
                .singleElement()
                .asString()
                .contains("10 of 10 values other than 0");
        assertThat(ofSmall("0.2", "1"))
                .containsExactly(
                        "rounding to the grid of 1 moves hourly fares by 100 % of its size, and turns 10 of 10 values"
                                + " other than 0 into 0: write a finer one, such as grid: 0.001");
    }

    /** One in forty nonzero values is lost, which is one in two hundred of all values. */
    @Test
    void a_value_lost_among_few_is_warned_of_however_many_zeros_there_are() {
        IntFunction<String> record = i -> ride(i, i < 160 ? "0" : i == 160 ? "0.2" : "100");
        assertThat(read(record, "queries.0.release.1={sum: value, as: fares, clamp: [0, 100], grid: 1}")
                        .warnings())
                .singleElement()
                .asString()
                .contains("turns 1 of 40 values other than 0 into 0");
    }

    @Test
    void a_grid_that_is_advised_has_no_more_decimals_than_a_file_may_give() {
        assertThat(ofSmall("1e-29", "1"))
                .singleElement()
                .asString()
                .endsWith("such as grid: 0.000000000000000000000000000001");
    }

    @Test
    void where_each_record_is_a_unit_delta_is_held_against_the_number_of_records() {
        String[] event = {"privacy.unit=event", "source.unit=", "queries.0.bounds={}", "queries.0.spend.contributions=1"
        };
        assertThat(read(i -> ride(i, "1003"), with(event, "privacy.budget={epsilon: 1, delta: 0.0051}"))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("privacy.budget.delta: above 1 / the 200 units");
        assertThat(read(i -> ride(i, "1003"), with(event, "privacy.budget={epsilon: 1, delta: 0.005}"))
                        .warnings())
                .isEmpty();
    }

    private static String[] with(String[] settings, String more) {
        return Stream.concat(Stream.of(settings), Stream.of(more)).toArray(String[]::new);
    }

    /** 50 people on two days are 100 units of one day each. */
    @Test
    void what_a_person_does_in_each_period_is_a_unit_of_its_own_beside_delta() {
        IntFunction<String> record = i -> "2026-03-0" + (1 + i / 100) + "T10:00:00Z,canary-" + i % 50 + ",harbour,1003";
        assertThat(read(record, "privacy.budget={epsilon: 1, delta: 0.011}").warnings())
                .singleElement()
                .asString()
                .startsWith("privacy.budget.delta: above 1 / the 100 units");
        assertThat(read(record, "privacy.budget={epsilon: 1, delta: 0.011}", "privacy.unit=user")
                        .warnings())
                .isEmpty();
    }
}
