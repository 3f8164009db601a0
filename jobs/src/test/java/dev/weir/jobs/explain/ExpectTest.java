package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.query.PricedQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExpectTest {

    private static final String HOURLY = "{tumbling: 1h}";
    private static final String PURE = "{epsilon: 1}";
    private static final String GAUSSIAN = "{epsilon: 1, delta: 1e-6}";

    @TempDir
    private Path folder;

    /** Writes a pipeline in which a unit contributes up to six full-size records to one value. */
    private Pipeline pipeline(String release, String budget, String window) throws IOException {
        Path file = folder.resolve("expect.yaml");
        Files.writeString(file, """
                pipeline: expect
                domain: {name: expect}
                source: {format: csv, time: time, unit: unit}
                privacy: {unit: user-per-day, budget: %s}
                queries:
                  - name: hourly
                    key: {field: key, declared: [en, de]}
                    window: %s
                    release: [%s]
                    spend: {contributions: 6}
                """.formatted(budget, window, release));
        return PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline();
    }

    private List<ExpectedValue> expected(String release, String... options) throws IOException {
        return Card.of(pipeline(release, PURE, HOURLY)).expected(List.of(options));
    }

    /**
     * The scale is 6 times 100 steps, so nu = 600 sqrt(2); the mean is 0.271 of the clamp. By the formula for means, its
     * deviation is nu sqrt(0.729^2 + 0.271^2) / 200 = 3.2997. The card alone would state 848.5 for a mean of 27.1.
     */
    @Test
    void a_mean_is_off_by_less_the_more_records_there_are() throws IOException {
        List<ExpectedValue> both = List.of(
                expected("{mean: value, as: avg, clamp: [0, 100], grid: 1}", "avg=27.1@200")
                        .get(0),
                expected("{mean: value, as: avg, clamp: [0, 100], grid: 1}", "avg=27.1", "avg.records=200")
                        .get(0));
        assertThat(both).allSatisfy(value -> {
            assertThat(value.error().error()).isCloseTo(3.29965, within(1e-4));
            assertThat(value.words())
                    .isEqualTo("hourly avg: noise is 0.12x of 27.1 (standard deviation 3.3): the value stands out");
        });
    }

    /**
     * Relative to the clamps, r = 0.2 / 5, nu = 600 sqrt(2), S = 500. The deviation is nu sqrt((1/20 - r/5)^2 + 1/400 +
     * r^2/25) / S, with X = 20, Y = 5.
     */
    @Test
    void a_ratio_is_off_by_less_the_larger_its_denominator() throws IOException {
        ExpectedValue value = expected(
                        "{ratio: clicks, to: views, as: rate, clamp: [0, 5], to-clamp: [0, 20], grid: 1, to-grid: 1}",
                        "rate=0.2@500")
                .get(0);
        double ratio = 0.2;
        double nu = 600 * Math.sqrt(2);
        double common = 1 / 20.0 - ratio / 5;
        double error = nu * Math.sqrt(common * common + 1 / 400.0 + ratio * ratio / 25) / 500;
        assertThat(value.error().error()).isCloseTo(error, within(1e-5 * error));
        assertThat(value.noise()).isCloseTo(error / 0.2, within(1e-5 * error / 0.2));
    }

    @Test
    void a_variance_is_off_by_what_it_is_at_the_worst_mean_unless_that_is_expected_too() throws IOException {
        String release = "{variance: value, as: spread, clamp: [0, 100], grid: 1}";
        double worst = expected(release, "spread=100@1000").get(0).error().error();
        for (int mean = 5; mean < 100; mean += 5) {
            assertThat(expected(release, "spread=100@1000", "spread.mean=" + mean)
                            .get(0)
                            .error()
                            .error())
                    .isBetween(0.3 * worst, worst);
        }
    }

    /** The rank error is from the card. The median of 1000 records has 500 on either side, the quantile 0.9 has 100 above. */
    @Test
    void a_quantile_is_off_by_ranks_of_its_records() throws IOException {
        String release = "{quantiles: value, as: latency, at: [0.5, 0.9], range: [0, 1000], grid: 10}";
        List<ExpectedValue> values = expected(release, "latency.records=1000");
        assertThat(values).extracting(value -> value.error().of()).containsExactly("q 0.5", "q 0.9");
        double card = accuracy(release).error95();
        assertThat(values)
                .extracting(value -> value.error().error())
                .allMatch(error -> error <= card)
                .contains(card);
        assertThat(values.get(1).noise() * 100 * ExpectedError.NORMAL_95)
                .isCloseTo(values.get(1).error().error(), within(1e-9));
        assertThat(values.get(0).words())
                .contains("its rank is within", "of 1000 records with 95 %, between the quantiles");
    }

    private Accuracy accuracy(String release) throws IOException {
        return pipeline(release, PURE, HOURLY)
                .plan()
                .queries()
                .get(0)
                .accuracies()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {count: n}                                                     | n=100       | 8.48 | 0.0848
            {distinct-units: n}                                            | n=100       | 8.48 | 0.0848
            {sum: v, as: n, clamp: [-100, 100], grid: 1}                   | n=-10000    | 848.5 | 0.08485
            {histogram: v, as: n, edges: [1, 10]}                          | n=50        | 8.48 | 0.1696
            {top: v, as: n, among: [a, b, c], k: 2}                        | n=50        | 8.48 | 0.1696
            {vector: [v, w, x, y], as: n, linf: 1, grid: 0.01}             | n=100       | 67.88 | 0.6788
            {sum: v, as: n, clamp: {auto: {start: 1024}}}                  | n=50000@100 | 1448.2 | 0.02896
            {mean: v, as: n, clamp: {auto: {start: 1024}}}                 | n=64@1000;n.clamp=100 | 1.0240 | 0.016
            """)
    void every_number_has_the_deviation_of_its_noise(String release, String options, double stddev, double noise)
            throws IOException {
        ExpectedValue value = expected(release, options.split(";")).get(0);
        assertThat(value.error()).isInstanceOf(ExpectedError.Deviation.class);
        assertThat(value.error().error()).isCloseTo(stddev, within(1e-3 * stddev));
        assertThat(value.noise()).isCloseTo(noise, within(1e-3 * noise));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {max: v, as: n, range: [0, 1000], grid: 10}                    | n.records=900 | it ignores about
            {median: v, as: n, range: [0, 1000], grid: 10, method: select} | n.records=900 | its rank is within
            {min: v, as: n, range: [0, 1000], grid: 10, method: select}    | n=20@900      | it ignores about
            {choose: v, as: n, from: [a, b, c]}                            | n=90          | what is drawn has at most 25 votes fewer than the best with 95 %, of 90
            {top: v, as: n, among: [a, b, c], k: 1, method: select}        | n=90          | what is drawn has at most 25 votes fewer
            """)
    void what_has_no_deviation_says_how_it_is_off(String release, String options, String words) throws IOException {
        assertThat(expected(release, options.split(";")).get(0).words()).contains(words);
    }

    @Test
    void a_regression_says_that_it_has_no_error_of_its_own() throws IOException {
        String release =
                "{regression: n, features: [constant, {field: w, range: [0, 10]}], label: {field: v, range: [0, 10]}}";
        ExpectedValue value = Card.of(pipeline(release, GAUSSIAN, HOURLY))
                .expected(List.of("n=2"))
                .get(0);
        assertThat(value.isKnown()).isFalse();
        assertThat(value.words())
                .contains("it has no error that is known beforehand")
                .doesNotContain("x of");
    }

    @Test
    void second_moments_have_the_deviation_of_the_noisiest_product() throws IOException {
        String release = "{second-moments: n, features: [constant, {field: w, range: [0, 10]}]}";
        Pipeline gaussian = pipeline(release, GAUSSIAN, HOURLY);
        double off = gaussian.plan().queries().get(0).accuracies().get(0).stddev() / Math.sqrt(2);
        assertThat(Card.of(gaussian).expected(List.of("n=100")).get(0).error().error())
                .isCloseTo(off, within(1e-3 * off));
    }

    /** The deviation of a count is that of the step, and the deviation of a mean follows from it. */
    @Test
    void running_totals_and_sliding_windows_are_asked_at_a_step() throws IOException {
        for (String window : List.of("{running: {every: 1h, horizon: 24, reset: 1d}}", "{sliding: 6h, every: 1h}")) {
            Pipeline series = pipeline("{count: n}, {mean: v, as: avg, clamp: [0, 100], grid: 1}", GAUSSIAN, window);
            PricedQuery priced = series.plan().queries().get(0);
            Card card = Card.of(series);
            for (int step : List.of(1, 3, 24)) {
                double[] stddevs = priced.stddevs(step);
                List<ExpectedValue> values =
                        card.expected(List.of("n=100", "n.step=" + step, "avg=50@200", "avg.step=" + step));
                assertThat(values.get(0).error().error()).isCloseTo(stddevs[0], within(1e-6 * stddevs[0]));
                double mean = stddevs[1] * Math.sqrt(0.5) / 200;
                assertThat(values.get(1).error().error()).isCloseTo(mean, within(1e-6 * mean));
            }
            assertThat(card.expected(List.of("n=100")).get(0).error().error())
                    .isCloseTo(priced.accuracies().get(0).stddev(), within(1e-6));
        }
    }

    /**
     * A mean cannot be off by more than the width of its clamp, nor a variance by more than a quarter of the squared width;
     * rows state no larger errors either.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {mean: v, as: n, clamp: [-100, 100], grid: 1}     | n=50@3 | 200
            {mean: v, as: n, clamp: [-100, 100], grid: 1}     | n=50@1 | 200
            {variance: v, as: n, clamp: [-100, 100], grid: 1} | n=50@3 | 10000
            {mean: v, as: n, clamp: {auto: {start: 1024}}}    | n=50@3;n.clamp=1000 | 1024
            """)
    void an_error_is_at_most_what_the_clamp_admits(String release, String options, double most) throws IOException {
        assertThat(expected(release, options.split(";")).get(0).error().error()).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {sum: v, as: n, clamp: [-100, 100], grid: 1}      | n=0      | hourly n: noise has a standard deviation of 850
            {mean: v, as: n, clamp: [-100, 100], grid: 1}     | n=0@5000 | hourly n: noise has a standard deviation of 0.24
            {mean: v, as: n, clamp: [0, 100], grid: 1}        | n=0@5000 | hourly n: noise has a standard deviation of 0.17
            """)
    void beside_0_the_deviation_alone_is_said(String release, String options, String words) throws IOException {
        ExpectedValue value = expected(release, options.split(";")).get(0);
        assertThat(value.words()).isEqualTo(words);
        assertThat(value.isKnown()).isTrue();
        assertThat(value.hasRatio()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {mean: v, as: n, clamp: [0, 100], grid: 1}   | n=27           | --expect n: how many records a window of one key has must be said too: --expect n.records=NUMBER, or n=SIZE@NUMBER
            {mean: v, as: n, clamp: [0, 100], grid: 1}   | n=270@10       | --expect n: must be from 0.0 to 100.0, was 270.0
            {mean: v, as: n, clamp: [0, 100], grid: 1}   | n=27@0         | --expect n.records: must be at least 1.0 and finite, was 0.0
            {mean: v, as: n, clamp: [0, 100], grid: 1}   | n=27@0.5       | --expect n.records: must be at least 1.0 and finite, was 0.5
            {mean: v, as: n, clamp: [0, 100], grid: 1}   | n.record=5     | --expect n.record: must be one of records, size, step
            {ratio: v, to: w, as: n, clamp: [0, 5], to-clamp: [0, 20], grid: 0.01, to-grid: 0.1} | n=1 | --expect n: the sum of the denominator must be said too: --expect n.denominator=NUMBER, or n=SIZE@NUMBER
            {median: v, as: n, range: [0, 1000], grid: 10} | n=120        | --expect n: how many records a window of one key has must be said too
            {sum: v, as: n, clamp: {auto: {start: 1024}}} | n=5000        | --expect n: the clamp that will be learnt, which all but few values stay below, must be said too: --expect n.clamp=NUMBER
            {count: n}                                   | n=10@5         | --expect n: must be SIZE alone, was 10@5
            {count: n}                                   | n              | --expect n: must be NAME=SIZE, NAME=SIZE@NUMBER or NAME.FACT=NUMBER
            {count: n}                                   | n=ten          | --expect n: must be a number, was ten
            {count: n}                                   | n=NaN          | --expect n: must be above 0 and finite, was NaN
            {count: n}                                   | m.records=5    | --expect m: must be a value that is released: n
            {count: n}                                   | n=5;n.step=2   | --expect n.step: must be a whole number from 1 to 1, was 2.0
            """)
    void what_is_missing_or_wrong_is_said_in_one_line(String release, String options, String line) {
        assertThatThrownBy(() -> expected(release, options.split(";")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(line);
    }
}
