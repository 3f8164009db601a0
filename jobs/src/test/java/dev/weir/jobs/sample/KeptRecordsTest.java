package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the noise of values that depends on how many records count: 300 units have ten records each in one cell. If a unit
 * may contribute one record, the noise is a tenth as large, and a tenth of the records count.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeptRecordsTest {

    private static final String TIME = "2026-03-02T10:00:00Z";

    private static List<String> said(String value, String epsilon, int contributions) {
        return said(value, epsilon, contributions, i -> "harbour");
    }

    /**
     * @param key the key of each record, by its number
     */
    private static List<String> said(String value, String epsilon, int contributions, IntFunction<String> key) {
        Pipeline pipeline = PipelineFile.read(
                        Path.of("..", "examples", "rides.yaml"),
                        List.of(
                                "queries.0.release=[" + value + "]",
                                "queries.0.bounds={}",
                                "privacy.budget={epsilon: " + epsilon + "}",
                                "queries.0.spend.contributions=" + contributions),
                        Pipeline.Purpose.REPLAY)
                .pipeline();
        SampleReport report = new SampleReport(pipeline.withColumns(List.of("time", "unit", "key", "value")));
        for (int i = 0; i < 3000; i++) {
            String line = TIME + ",u" + i / 10 + "," + key.apply(i) + "," + (i % 20 < 10 ? 0 : 100);
            report.add(
                    line.getBytes(StandardCharsets.UTF_8), Instant.parse(TIME).toEpochMilli());
        }
        return report.lines();
    }

    private static String line(List<String> said, String start) {
        return said.stream()
                .filter(line -> line.startsWith("  " + start + " "))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Laplace noise of scale 100 has deviation 141.4, in each of the two coordinates. The mean of values half at 0 and half
     * at 100 is 50. A mean of 300 records has deviation sqrt(1/2) 141.4 / 300 = 0.33, which is 0.67 % of it. With scale 1000
     * and 3000 records it is the same.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void noise_of_a_mean_is_that_of_the_records_that_count(int contributions) {
        List<String> said = said("{mean: value, as: m, clamp: [0, 100], grid: 1}", "1", contributions);
        assertThat(line(said, "m")).contains("0.0 % is left out, noise is 0.7 %");
        assertThat(line(said, "contributions")).endsWith(contributions + " suits");
    }

    /**
     * Two values make a tree of one level. Discrete Laplace noise of scale 10 has variance 2 a / (1 - a)^2 = 199.8 with a =
     * exp(-0.1). Half the difference of both counts has half of this variance, hence deviation 10.0, which is 6.7 % of the
     * rank 150 among 300. With scale 100 and 3000 records it is the same: 100 of 1500.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void noise_of_a_median_is_that_of_the_records_that_count(int contributions) {
        List<String> said = said("{median: value, as: m, range: [0, 100], grid: 100}", "0.1", contributions);
        assertThat(line(said, "m")).contains("0.0 % is left out, noise is 6.7 %");
        assertThat(line(said, "contributions")).endsWith(contributions + " suits");
    }

    /** All records of a unit are equal, so using one of ten neither improves nor worsens the value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{variance: value, as: m, clamp: [0, 100], grid: 1}",
                "{ratio: value, to: value, as: m, clamp: [0, 100], to-clamp: [0, 100], grid: 1, to-grid: 1}",
                "{max: value, as: m, range: [0, 100], grid: 10}",
                "{median: value, as: m, range: [0, 100], grid: 10, method: select}",
                "{mean: value, as: m, clamp: {auto: {start: 128}}, grid: 1}",
                "{top: value, as: m, among: ['0', '100'], k: 1, method: select}",
            })
    void leaving_out_records_does_not_make_a_part_more_certain(String value) {
        assertThat(noise(said(value, "0.1", 1))).isEqualTo(noise(said(value, "0.1", 10)));
    }

    /** All records of a unit are votes for the same text, so using one of ten reduces votes and noise by the same factor. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10})
    void leaving_out_votes_is_not_advised_where_texts_are_selected(int contributions) {
        List<String> said =
                said("{top: value, as: m, among: ['0', '100', '7', '8'], k: 2, method: select}", "1", contributions);
        assertThat(line(said, "m")).contains("0.0 % is left out");
        assertThat(line(said, "contributions")).endsWith(contributions + " suits");
    }

    /** One vote of each unit counts in each of four cells, and units differ in the cell of their first vote. */
    @Test
    void leaving_out_votes_does_not_make_a_choice_more_certain() {
        String choice = "{choose: value, as: m, from: ['0', '100']}";
        List<String> all = said(choice, "1", 4, KeptRecordsTest::turning);
        List<String> quarter = said(choice, "1", 1, KeptRecordsTest::turning);
        assertThat(noise(quarter)).isEqualTo(noise(all));
        assertThat(line(all, "contributions")).endsWith("4 suits");
    }

    private static String turning(int record) {
        return List.of("harbour", "market", "hills", "station").get((record / 20 + record) % 4);
    }

    /**
     * A quarter of the price is for the clamp, and a learnt clamp has 4/3 of the noise of the best one. All values are 0 or
     * 100, so the best clamp is 128. Noise of scale 128 * 10 / 0.75 has deviation 2414; 4/3 of it is 2.1 % of the sum, 150
     * 000. Without the factor 4/3 it would be 1.6 %.
     */
    @Test
    void noise_of_a_sum_whose_clamp_is_learnt_is_that_of_clamps_beside_the_best_one_too() {
        assertThat(noise(said("{sum: value, as: m, clamp: {auto: {start: 128}}, grid: 1}", "1", 10)))
                .isEqualTo("2.1 %");
    }

    private static String noise(List<String> said) {
        return line(said, "m").replaceFirst(".*noise is ([0-9.]+ %).*", "$1");
    }

    /** The noise of a sum does not depend on the number of records: it is a tenth as large, and a tenth of the sum is kept. */
    @Test
    void noise_of_a_sum_depends_on_no_records() {
        assertThat(line(said("{sum: value, as: m, clamp: [0, 100], grid: 1}", "1", 1), "m"))
                .contains("90 % is left out, noise is 0.1 %");
    }
}
