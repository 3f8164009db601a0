package dev.weir.jobs.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
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

/** Tests expectations of values of one name that two queries release. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExpectSharedNameTest {

    @TempDir
    private Path folder;

    /** Returns the card of a file whose daily query has a mean with the same name as the hourly query's count. */
    private Card shared() throws IOException {
        Path file = folder.resolve("shared.yaml");
        String query = """
                  - name: %s
                    key: {field: key, declared: [en, de]}
                    window: {tumbling: %s}
                    release: [%s]
                    spend: {contributions: 6}
                """;
        Files.writeString(
                file,
                """
                pipeline: expect
                domain: {name: expect}
                source: {format: csv, time: time, unit: unit}
                privacy: {unit: user-per-day, budget: {epsilon: 1}}
                queries:
                """
                        + query.formatted("hourly", "1h", "{count: n}")
                        + query.formatted("daily", "1d", "{mean: v, as: n, clamp: [0, 100], grid: 1}"));
        return Card.of(
                PipelineFile.read(file, List.of(), Pipeline.Purpose.EXPLAIN).pipeline());
    }

    @Test
    void a_name_that_two_queries_release_is_answered_for_both() throws IOException {
        List<ExpectedValue> both = shared().expected(List.of("n=50@200"));
        assertThat(both).extracting(ExpectedValue::query).containsExactly("hourly", "daily");
        assertThat(both).allMatch(ExpectedValue::isKnown);
        assertThat(both.get(0).expected()).containsOnlyKeys("size");
        assertThat(both.get(1).expected()).containsOnlyKeys("size", "records");
        assertThat(shared().expected(List.of("n=50", "n.records=200"))).isEqualTo(both);
        assertThat(shared().expected(List.of("n=50", "daily.n.records=200"))).isEqualTo(both);
    }

    /**
     * A size of 50 suffices for the count, but the mean also needs a number of records. A size of 270 is possible for the
     * count, but is outside of the mean's clamp.
     */
    @Test
    void of_a_shared_name_what_is_whole_is_answered_and_what_is_missing_is_told() throws IOException {
        List<ExpectedValue> one = shared().expected(List.of("n=50"));
        assertThat(one).extracting(ExpectedValue::isKnown).containsExactly(true, false);
        assertThat(one.get(1).words())
                .isEqualTo("daily n: how many records a window of one key has must be said too:"
                        + " --expect daily.n.records=NUMBER, or daily.n=SIZE@NUMBER");
        List<ExpectedValue> large = shared().expected(List.of("n=270@200"));
        assertThat(large).extracting(ExpectedValue::isKnown).containsExactly(true, false);
        assertThat(large.get(1).words()).isEqualTo("daily n: must be from 0.0 to 100.0, was 270.0");
    }

    @Test
    void a_query_is_named_before_its_value() throws IOException {
        assertThat(shared().expected(List.of("hourly.n=50")))
                .extracting(ExpectedValue::query)
                .containsExactly("hourly");
        List<ExpectedValue> daily = shared().expected(List.of("daily.n=50@200"));
        assertThat(daily).extracting(ExpectedValue::query).containsExactly("daily");
        assertThat(shared().expected(List.of("daily.n=50", "daily.n.records=200")))
                .isEqualTo(daily);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            daily.n=50       | --expect daily.n: how many records a window of one key has must be said too: --expect daily.n.records=NUMBER, or daily.n=SIZE@NUMBER
            hourly.n=50@200  | --expect hourly.n: must be SIZE alone, was 50@200
            n=-5@200         | --expect n: hourly: must be above 0 and finite, was -5.0; daily: must be from 0.0 to 100.0, was -5.0
            n.record=5       | --expect n.record: must be one of records, size, step
            hourly.records=5 | --expect hourly.records: must be a value that is released: n
            weekly.n=5       | --expect weekly.n: must be a value that is released: n
            """)
    void what_is_wrong_with_a_shared_name_is_said_in_one_line(String option, String line) {
        assertThatThrownBy(() -> shared().expected(List.of(option)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(line);
    }
}
