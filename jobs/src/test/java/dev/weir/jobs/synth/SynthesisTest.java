package dev.weir.jobs.synth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.settings.InvalidPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SynthesisTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    private Synthesis of(List<String> rows, String since, String until) throws IOException {
        Path tree = Files.writeString(dir.resolve("tree.yaml"), PublishedPairs.TREE);
        return Synthesis.of(PublishedPairs.write(dir, rows), TreeFile.read(tree), time(since), time(until));
    }

    private static Optional<Instant> time(String hour) {
        return hour.isEmpty() ? Optional.empty() : Optional.of(Instant.parse("2026-01-05T" + hour + ":00:00Z"));
    }

    private List<String> drawn(Synthesis synthesis, PairCounts pairs) throws IOException {
        StringBuilder text = new StringBuilder();
        synthesis.records(new SplittableRandom(3)::nextLong).write(200, text, pairs);
        return text.toString().lines().toList();
    }

    /** The newest window has one pair of columns above 0 with each end of the tree, so that one record alone is possible. */
    @Test
    void records_are_drawn_from_the_newest_window() throws IOException {
        List<String> rows = new ArrayList<>(PublishedPairs.window(0, 1, 9, 9, 9, 9, 9, 9, 9, 9));
        rows.addAll(PublishedPairs.window(1, 2, -3, 0, 0, 4, 5, 5, 0, 6));
        rows.add(PublishedPairs.row("other", "\"en\"", 1, 2, "{\"n\":{\"value\":\"text\"}}"));
        rows.add(PublishedPairs.row("where", "{\"country\":\"DE\"}", 1, 2, "{\"visits\":{\"value\":1}}"));
        Synthesis synthesis = of(rows, "", "");
        PairCounts pairs = PairCounts.ofEdges(synthesis.columns());
        List<String> lines = drawn(synthesis, pairs);
        assertThat(lines.get(0)).isEqualTo("country,device,hour");
        assertThat(lines.subList(1, lines.size())).hasSize(200).allMatch(line -> line.equals("FR,\"app, new\",pm"));
        assertThat(synthesis.source())
                .containsExactly(
                        "read: 8 published rows of " + dir.resolve("released.jsonl"),
                        "window: 2026-01-05T01:00:00Z to 2026-01-05T02:00:00Z, one window, as published",
                        "cost: none, however many records are drawn: they are made of published rows alone");
        // the rows of web are never drawn: half of the counts above 0 of the second table
        assertThat(synthesis.quality(pairs))
                .containsExactly(
                        "total variation from the published tables, below 0 taken for 0: 0.313 in the mean",
                        "  country, device: 0.000 (noise moves the published table by about 0.598)",
                        "  device, hour: 0.625 (noise moves the published table by about 0.150)");
    }

    /** The total at 1 is taken from that at 2: what is left is one pair of each query. */
    @Test
    void a_running_total_gives_the_table_of_its_last_step() throws IOException {
        List<String> rows = new ArrayList<>(PublishedPairs.window(0, 1, 9, 9, 9, 9, 9, 9, 9, 9));
        rows.addAll(PublishedPairs.window(0, 2, 12, 8, 9, 9, 9, 14, 7, 9));
        Synthesis last = of(rows, "01", "");
        List<String> lines = drawn(last, PairCounts.ofEdges(last.columns()));
        assertThat(new TreeSet<>(lines)).containsExactly("DE,web,pm", "country,device,hour");
        assertThat(last.source().get(1)).endsWith("the difference of two published totals");
        assertThat(last.quality(PairCounts.ofEdges(last.columns())).get(1)).doesNotContain("noise");
        Synthesis all = of(rows, "", "");
        assertThat(new TreeSet<>(drawn(all, PairCounts.ofEdges(all.columns())))).hasSize(9);
        assertThat(all.source().get(1)).contains("T00:00:00Z to 2026-01-05T02:00:00Z, one window");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "01 | 03 | --since, --until: must be ends of published windows that add up to the span, was",
                "'' | 03 | --since: must be given: 0 beginnings have windows that end at 2026-01-05T03:00:00Z",
            })
    void a_span_that_is_not_published_is_refused(String since, String until, String rule) {
        assertThatThrownBy(() -> of(PublishedPairs.window(1, 2, 1, 1, 1, 1, 1, 1, 1, 1), since, until))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith(rule);
    }

    @Test
    void rows_that_do_not_make_tables_are_refused() {
        List<String> rows = new ArrayList<>(PublishedPairs.window(1, 2, 1, 1, 1, 1, 1, 1, 1, 1));
        rows.remove(2);
        assertThatThrownBy(() -> of(rows, "", ""))
                .hasMessageEndingWith(
                        "query where: must have a row for every pair of values, but lacks DE, app, new in the window"
                                + " 2026-01-05T01:00:00Z to 2026-01-05T02:00:00Z");
        assertThatThrownBy(() -> of(List.of(PublishedPairs.row("where", "\"DE\"", 1, 2, "{}")), "", ""))
                .hasMessageEndingWith("but has none whose key is an object of the two columns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not json | row: must be one JSON object in a line",
                "{\"n\":1} | query: must be the name of a query",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"tv\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1,\"stddev\":1}}}"
                        + " | key.device: must be one of the values of this column in the tree: add it there",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"today\"},\"values\":{\"n\":{\"value\":1}}}"
                        + " | window.start: must be a time in ISO 8601, in UTC",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1.5}}}"
                        + " | values: must be a count: its value must be a whole number of at most 2^40",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1},\"m\":{\"value\":1}}}"
                        + " | values: must be one count, or the tree must name one of them as count",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1,\"stddev\":0.0}}}"
                        + " | values: must be a noisy count with a stddev above 0: exact rows are private, and nothing is drawn from them",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1}}}"
                        + " | values: must be a noisy count with a stddev above 0: exact rows are private, and nothing is drawn from them",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1e400,\"stddev\":1}}}"
                        + " | values: must be a count: its value must be a whole number of at most 2^40",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1,\"stddev\":1}}} {}"
                        + " | row: must be one JSON object in a line",
                "{\"query\":\"where\",\"key\":{\"country\":\"DE\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1,\"value\":2,\"stddev\":1}}}"
                        + " | row: must be one JSON object in a line",
                "{\"query\":\"when\",\"key\":{\"hour\":\"am\",\"device\":\"web\"},\"window\":{\"start\":\"2026-01-05T00:00:00Z\",\"end\":\"2026-01-05T01:00:00Z\"},\"values\":{\"n\":{\"value\":1}}}"
                        + " | values.visits: must be a count: its value must be a whole number",
            })
    void a_wrong_row_is_refused_by_its_line(String row, String rule) {
        assertThatThrownBy(() -> of(List.of("", row), "", ""))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(dir.resolve("released.jsonl") + ":2: " + rule);
    }

    @Test
    void two_counts_of_one_cell_are_refused() {
        List<String> rows = new ArrayList<>(PublishedPairs.window(1, 2, 1, 1, 1, 1, 1, 1, 1, 1));
        rows.addAll(PublishedPairs.window(1, 2, 1, 2, 1, 1, 1, 1, 1, 1));
        assertThatThrownBy(() -> of(rows, "", ""))
                .hasMessageContaining(
                        ":11: values: must be the same wherever a key and window come again: give the rows of one run");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "root: country | root: land | :1: root: must be the name of a column, was land",
                "to: device | to: tv | :7: edges[0].to: must be the name of a column, was tv",
                "'[DE, FR]' | '[DE, DE]' | :3: columns[0].values: must be distinct",
                "to: hour | to: country | :6: edges: must be a tree that reaches every column from the root once",
                "query: where | name: where | :7: edges[0].query: must be given",
                "root: country | '[]' | :2: file: must be YAML",
            })
    void a_wrong_tree_is_refused_by_line_and_field(String text, String instead, String rule) throws IOException {
        Path tree = Files.writeString(dir.resolve("tree.yaml"), PublishedPairs.TREE.replace(text, instead));
        assertThatThrownBy(() -> TreeFile.read(tree))
                .isInstanceOf(InvalidPipeline.class)
                .hasMessageContaining("tree.yaml" + rule);
    }
}
