package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.state.restore.Fingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the keys of no column, one or several in pipeline files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeysInFilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline read(String key) throws IOException {
        return read(key, "");
    }

    private Pipeline read(String key, String lookups, String... settings) throws IOException {
        String text = GoodPipeline.TEXT.replace("{field: key, declared: [en, de, fr]}", key);
        Path file = Files.writeString(folder.resolve("p.yaml"), text + lookups);
        return PipelineFile.read(file, List.of(settings), Purpose.RUN).pipeline();
    }

    private KeySpace keys(String key) throws IOException {
        return read(key).plan().queries().get(0).query().keys();
    }

    private List<String> problems(String key, String lookups) {
        InvalidPipeline invalid = catchThrowableOfType(InvalidPipeline.class, () -> read(key, lookups));
        return invalid.problems().stream()
                .map(line -> line.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void a_query_without_a_key_has_one_row_for_each_window() throws IOException {
        assertThat(keys("none").known()).containsExactly("all");
        assertThat(read("none").readFields()).doesNotContain("key");
    }

    @Test
    void combinations_are_listed_multiplied_or_read_from_a_file_in_any_order_of_columns() throws IOException {
        List<String> four = List.of("en,0", "en,1", "de,0", "de,1");
        assertThat(keys("{fields: [key, robot], declared: {robot: [0, 1], key: [en, de]}}")
                        .known())
                .isEqualTo(four);
        assertThat(keys("{fields: [key, robot], declared: [[en, 0], [en, 1], [de, 0], [de, 1]]}")
                        .known())
                .isEqualTo(four);
        Files.writeString(folder.resolve("keys.csv"), "\ufeffrobot,key\r\n0,en\r\n1,\"en\"\r\n\r\n0,de\r\n1,de");
        KeySpace keys = keys("{fields: [key, robot], declared-file: keys.csv}");
        assertThat(keys.known()).isEqualTo(four);
        assertThat(keys.attributes()).containsExactly("key", "robot");
    }

    @Test
    void everything_else_has_a_name_of_its_own() throws IOException {
        assertThat(keys("{field: key, declared: [en, de], others: rest}").known())
                .containsExactly("en", "de", "rest");
        assertThat(keys("{fields: [key, robot], declared: {key: [en], robot: [0]}, others: {robot: x}}")
                        .known())
                .containsExactly("en,0", "en,x");
        assertThat(keys("{fields: [key, robot], declared: {key: [en], robot: [0]}, others: x}")
                        .known())
                .containsExactly("en,0", "en,x", "x,0", "x,x");
        assertThat(keys("{fields: [key, robot], declared: [[en, 0]], others: x}")
                        .known())
                .containsExactly("en,0", "x,x");
        Files.writeString(folder.resolve("stars.csv"), "key,robot\nen,0\nen,*\n");
        assertThat(keys("{fields: [key, robot], declared-file: stars.csv, others: x}")
                        .known())
                .containsExactly("en,0", "en,x", "x,x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            nothing                                                  | must be none, or a map with field or fields, was nothing
            {declared: [a]}                                          | field: must be given, or fields for several columns
            {field: key, fields: [key, robot], declared: [[a, b]]}   | exactly one of field, fields, levels, sets, cube, rollup must be given
            {fields: [key], declared: [[a]]}                         | must be at least two fields; for one there is field
            {fields: [key, key], declared: [[a, b]]}                 | must be distinct, were [key, key]
            {fields: [key, nope], declared: [[a, b]]}                | must read one of the columns
            {fields: [key, robot], declared: [[a, b], [a, b]]}       | combinations must be distinct, was [a, b] twice
            {fields: [key, robot], declared: [[a, b, c]]}            | combinations must have 2 values, one for each field, had 3
            {fields: [key, robot], declared: [["a\\ud800", b]]}      | must be text of at least one character
            {fields: [key, robot], declared: [a, b]}                 | must be a list, was a single value
            {fields: [key, robot], declared: {key: [a]}}             | must hold at least one value of each of the fields [key, robot], were fields [key]
            {fields: [key, robot], declared: {key: [a], robo: [b]}}  | must hold at least one value of each of the fields [key, robot], were fields [key, robo]
            {fields: [key, robot], declared: {key: [a, a], robot: [b]}} | keys must be distinct, was a twice
            {fields: [key, robot], declared: [[a, b]], others: {key: c}} | must be one name for a list of combinations
            {fields: [key, robot], declared: [[a, b]], others: b}    | combinations must not hold the name of others, b
            {fields: [key, robot], declared: {key: [a], robot: [b]}, others: {key: a}} | must be no declared value, was a
            {fields: [key, robot], declared: {key: [a], robot: [b]}, others: {kez: c}} | must name fields of the key, which are [key, robot], were [kez]
            {field: key, declared: [a], others: a}                   | must be no declared key, was a
            {field: key, declared: [a], others: {key: b}}            | must be one name for a key of one field
            {field: key, declared: [a], other: b}                    | unknown field; did you mean others?
            {levels: [], declared: [a]}                              | queries[0].key.levels: must name at least one field
            {levels: [{field: key}, {field: key}], declared: [[a, b]]} | queries[0].key.levels: must name each field once
            {cube: [key, robot], declared: [[a, 0], [b, 1]]}         | must have all combinations of their values declared
            {cube: [key, robot], declared: {key: [a]}}               | must hold at least one value of each of the fields
            {sets: [[key, robot], [robot, key]], declared: {key: [a], robot: [0]}} | queries[0].key.sets: must be distinct
            {rollup: [a, b, c, d, e, f, g], declared: [[a, b, c, d, e, f, g]]} | must name at most 6 fields, were 7
            {fields: [key, robot], declared-file: nope.csv}          | must exist and be readable, was nope.csv
            {fields: [key, robot], declared-file: bad.csv}           | bad.csv:3: queries[0].key.declared-file: combinations must have 2 values
            {fields: [key, robot], declared-file: bad.csv}           | bad.csv:4: queries[0].key.declared-file: * must not stand without others
            {fields: [key, robot], declared-file: bad.csv, others: x} | bad.csv:5: queries[0].key.declared-file: * must stand at the end
            {fields: [key, page], declared-file: bad.csv}            | must begin with a line of CSV that names the fields [key, page]
            """)
    void a_mistake_is_told_by_its_rule(String key, String rule) throws IOException {
        Files.writeString(folder.resolve("bad.csv"), "key,robot\nen,0\nde\nfr,*\n*,1\n");
        assertThat(problems(key, "")).anySatisfy(line -> assertThat(line).contains(rule));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {region: {file: r.csv}}                           | lookups.region.from: must be given
            {region: {from: key, file: nope.csv}}             | lookups.region.file: must exist and be readable
            {region: {from: key, file: twice.csv}}            | twice.csv:3: lookups.region.file: texts must be distinct, was en twice
            {region: {from: key, file: three.csv}}            | three.csv:2: lookups.region.file: must be CSV with a text and its result
            {region: {from: kez, file: r.csv}}                | lookups.region.from: must read one of the columns
            {region: {from: land, file: r.csv}, land: {from: key, file: r.csv}} | must be a field of the record, not one that is looked up, was land
            {page: {from: key, file: r.csv}}                  | must add a field that records do not have, was page
            {region: {from: key, file: r.csv, other: x}}      | unknown field; did you mean others?
            """)
    void a_mistake_in_a_look_up_is_told_by_its_rule(String lookups, String rule) throws IOException {
        table("r.csv", "en,west");
        table("twice.csv", "en,west\nen,west");
        table("three.csv", "en,west,far");
        assertThat(problems("{field: key, declared: [en]}", "lookups: " + lookups + "\n"))
                .anySatisfy(line -> assertThat(line).contains(rule));
    }

    private void table(String name, String rows) throws IOException {
        Files.writeString(folder.resolve(name), "key,region\n" + rows + "\n");
    }

    @Test
    void no_value_is_read_from_a_field_that_is_looked_up() throws IOException {
        table("r.csv", "en,7");
        InvalidPipeline invalid = catchThrowableOfType(
                InvalidPipeline.class,
                () -> read(
                        "{field: key, declared: [en]}",
                        "lookups: {value7: {from: key, file: r.csv}}\n",
                        "queries.0.release.1.sum=value7"));
        assertThat(invalid.problems())
                .anySatisfy(line -> assertThat(line).contains("where and key alone read fields that are looked up"));
    }

    /** What decides in which cell a record is must change the meaning of cells, so that the version must be raised. */
    @Test
    void what_moves_records_between_cells_changes_their_meaning() throws IOException {
        String pair = "{fields: [key, robot], declared: [[en, 0], [de, 1]]}";
        Map<String, String> meanings = new HashMap<>();
        for (String key : List.of(
                "none",
                "{field: key, declared: [all]}",
                pair,
                "{fields: [robot, key], declared: [[0, en], [1, de]]}",
                "{fields: [key, robot], declared: [[en, 0], [de, 1]], others: x}",
                "{fields: [key, robot], declared: [[en, 0], [de, 1]], others: y}",
                "{fields: [key, robot], declared: [[en, 0], [fr, 1]], others: x}",
                "{field: key, declared: [en], others: x}",
                "{field: key, declared: [en, de], others: x}")) {
            assertThat(meanings.put(cells(read(key)), key)).as(key).isNull();
        }
        assertThat(cells(read("{fields: [key, robot], declared: [[en, 0], [fr, 1]]}")))
                .isEqualTo(cells(read(pair)));
    }

    @Test
    void a_table_with_another_content_is_another_query_if_the_query_uses_it() throws IOException {
        String lookups = "lookups: {region: {from: key, file: r.csv}}\n";
        table("r.csv", "en,west");
        Pipeline first = read("{field: region, declared: [west]}", lookups);
        Pipeline unused = read("{field: key, declared: [west]}", lookups);
        table("r.csv", "en,west\nde,west");
        assertThat(cells(read("{field: region, declared: [west]}", lookups))).isNotEqualTo(cells(first));
        assertThat(cells(read("{field: key, declared: [west]}", lookups)))
                .isEqualTo(cells(unused))
                .isEqualTo(cells(read("{field: key, declared: [west]}")));
        assertThat(first.readFields()).contains("key").doesNotContain("region");
    }

    private static String cells(Pipeline pipeline) {
        return Fingerprint.meaning(pipeline.plan(), 0).cells();
    }
}
