package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.settings.InvalidPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the messages about wrong files. Each line of {@code wrong-files.txt} changes one place of a correct file. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WrongPipelineFilesTest {

    @TempDir
    private Path folder;

    private List<String> problems(String text, Purpose purpose, String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        InvalidPipeline wrong =
                catchThrowableOfType(InvalidPipeline.class, () -> PipelineFile.read(file, List.of(settings), purpose));
        assertThat(wrong).as("the file was accepted").isNotNull();
        return wrong.problems().stream()
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    @ParameterizedTest(name = "{2}")
    @CsvFileSource(
            resources = "/pipelines/wrong-files.txt",
            delimiter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '\0')
    void a_wrong_file_is_told_by_line_field_and_rule(String place, String spoilt, String expected) throws IOException {
        String target = place.replace("\\n", "\n");
        String replacement = spoilt == null ? "" : spoilt.replace("\\n", "\n");
        assertThat(GoodPipeline.TEXT).contains(target);
        assertThat(problems(GoodPipeline.TEXT.replace(target, replacement), Purpose.RUN))
                .containsExactly(expected);
    }

    /** A new kind of release, or a new format, is one more word of a list, and of no test. */
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '\0', textBlock = """
            {count: edits} ~ {largest: edits} ~ p.yaml:21: queries[0].release[0].largest: exactly one of choose, correlations, count, ~ , vector must be given
            format: csv    ~ format: xml      ~ p.yaml:5: source.format: must be csv | json                             ~ , was xml
            """)
    void a_wrong_word_is_told_by_all_that_it_may_be(String place, String spoilt, String first, String last)
            throws IOException {
        assertThat(problems(GoodPipeline.TEXT.replace(place, spoilt), Purpose.RUN))
                .singleElement()
                .asString()
                .startsWith(first)
                .endsWith(last);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            queries.0.spend.share=2      | --set queries.0.spend.share: queries[0].spend.share: must be above 0 and at most 1, was 2
            queries.1.name=x             | --set queries.1.name: queries[1].key: must be given
            queries.7.name=x             | --set queries.7.name: 7: must be the number of a list item, from 0 to 1
            pipeline.name=x              | --set pipeline.name: name: must be the name of a field in a map, was set in a single value
            nonsense                     | --set nonsense: --set: must be path.to.field=value
            privacy.budgett.epsilon=1    | --set privacy.budgett.epsilon: privacy.budgett: unknown field; did you mean budget?
            queries.0.key.declared=[a, a] | --set queries.0.key.declared: queries[0].key.declared[1]: keys must be distinct, was a twice
            queries.0.key.declared=[a    | --set queries.0.key.declared: file: must be YAML: expected ',' or ']', but got <stream end>
            """)
    void a_wrong_setting_is_told_by_its_path(String setting, String expected) throws IOException {
        assertThat(problems(GoodPipeline.TEXT, Purpose.REPLAY, setting)).contains(expected);
    }

    @Test
    void all_problems_are_told_at_once_in_the_order_of_lines() throws IOException {
        String text = GoodPipeline.TEXT
                .replace("contributions: 6", "contributions: 0")
                .replace("user-per-day", "household")
                .replace("pipeline: wiki-hourly", "pipeline: wiki hourly");
        assertThat(problems(text, Purpose.RUN))
                .containsExactly(
                        "p.yaml:1: pipeline: must be 1 to 200 of A-Z a-z 0-9 . _ -, was wiki hourly",
                        "p.yaml:11: privacy.unit: must be user | user-per-day | user-per-hour | user-per-week | user-per-month | event, was household",
                        "p.yaml:23: queries[0].spend.contributions: must be a whole number from 1 to 1000000000000, was 0");
    }

    @Test
    void a_wrong_line_of_a_file_of_keys_is_told_by_that_file() throws IOException {
        Files.writeString(folder.resolve("keys.txt"), "en\nde\nen\n");
        assertThat(problems(GoodPipeline.TEXT, Purpose.REPLAY, "queries.0.key={field: key, declared-file: keys.txt}"))
                .containsExactly("keys.txt:3: queries[0].key.declared-file: keys must be distinct, was en twice");
    }

    @Test
    void shares_and_names_are_checked_over_all_queries() throws IOException {
        String queries =
                GoodPipeline.TEXT.substring(GoodPipeline.TEXT.indexOf("  - name"), GoodPipeline.TEXT.indexOf("sink:"));
        String text = GoodPipeline.TEXT.replace("sink:", queries + "sink:");
        assertThat(problems(text, Purpose.REPLAY, "queries.0.spend.share=0.7", "queries.1.spend.share=0.4"))
                .containsExactly(
                        "p.yaml:25: queries[1].name: must be distinct, was hourly twice",
                        "--set queries.1.spend.share: queries[1].spend.share: shares must add up to at most 1, were 1.1");
        assertThat(problems(text, Purpose.REPLAY, "queries.0.name=a", "queries.0.spend.share=1"))
                .containsExactly(
                        "p.yaml:34: queries[1].spend.share: must be given: the shares of the other queries leave nothing");
    }

    @Test
    void what_a_run_must_be_told_is_missed_there_alone() throws IOException {
        String text = GoodPipeline.TEXT
                .replaceAll("(?m)^(clock|sink|checkpoint):.*\n", "")
                .replaceAll("(?m)^  (kafka|columns):.*\n", "");
        assertThat(problems(text, Purpose.RUN))
                .containsExactly(
                        "p.yaml:1: clock: must be given",
                        "p.yaml:1: sink: must be given",
                        "p.yaml:1: checkpoint: must be given",
                        "p.yaml:3: source.kafka: must be given",
                        "p.yaml:3: source.columns: must be given for csv from Kafka");
    }

    @Test
    void a_file_that_cannot_be_read_is_named() {
        Path missing = folder.resolve("missing.yaml");
        assertThat(catchThrowableOfType(
                                InvalidPipeline.class, () -> PipelineFile.read(missing, List.of(), Purpose.EXPLAIN))
                        .problems())
                .containsExactly(missing + ":1: file: must exist and be readable");
    }
}
