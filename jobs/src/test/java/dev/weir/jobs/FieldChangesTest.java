package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.settings.InvalidPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks, row by row, the table of docs/operating.md that tells which field may be changed, and with what effect. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class FieldChangesTest {

    private static final String PAGE = "docs/operating.md";
    private static final String HEAD = "| field | for example | a start | open windows | |";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern CODE = Pattern.compile("`([A-Z_]+)`");
    private static final List<String> HIGHER = List.of("queries.0.version=7", "queries.1.version=7");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /**
     * A row of the table.
     *
     * @param field the changed field
     * @param settings an example of the change
     * @param start the reaction of a start
     * @param windows what happens to open windows
     */
    record Row(String field, List<String> settings, String start, String windows) {

        static Row of(String line) {
            String[] cells = line.split("(?<!\\\\)\\|", -1);
            assertThat(cells).as(line).hasSize(7);
            List<String> settings = QUOTED.matcher(cells[2])
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            return new Row(cells[1].strip(), settings, cells[3].strip(), cells[4].strip());
        }

        Optional<String> code() {
            return CODE.matcher(start)
                    .results()
                    .map(MatchResult::group)
                    .findFirst()
                    .map(code -> code.replace("`", ""));
        }

        @Override
        public String toString() {
            return field + ": " + settings;
        }
    }

    static Stream<Row> rows() throws IOException {
        List<String> lines = Files.readAllLines(Snippet.repository().resolve(PAGE));
        int head = lines.indexOf(HEAD);
        assertThat(head).isPositive();
        return lines.stream()
                .skip(head + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .map(Row::of);
    }

    @Test
    void the_table_has_a_row_for_every_field_that_people_change() throws IOException {
        assertThat(rows()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(rows().map(Row::settings)).doesNotHaveDuplicates().noneMatch(List::isEmpty);
        assertThat(rows().map(row -> row.settings().get(0).replaceAll("=.*", "").replaceAll("[.][0-9]+", "")))
                .contains(
                        "pipeline",
                        "domain.name",
                        "domain.budget.epsilon",
                        "privacy.unit",
                        "privacy.budget.epsilon",
                        "source.unit",
                        "source.kafka.topic",
                        "queries.where",
                        "queries.window.tumbling",
                        "queries.key.declared",
                        "sink.kafka.topic",
                        "sink.kafka.ledger",
                        "sink.kafka.skip-present",
                        "checkpoint.dir");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_row_says_what_happens(Row row) throws Exception {
        StartedPipeline started = StartedPipeline.of(
                folder, Snippet.in("docs/pipeline-file.md").get(0).text());
        if (row.start().equals("wrong file")) {
            assertThatThrownBy(() -> started.again(row.settings())).isInstanceOf(InvalidPipeline.class);
            return;
        }
        StartedPipeline.Start start = started.again(row.settings());
        assertThat(start.refusal().map(refusal -> refusal.code().name())).isEqualTo(row.code());
        if (row.start().startsWith("another version")) {
            assertThat(started.again(withHigherVersions(row)).refusal()).isEmpty();
        } else if (row.start().startsWith("refused")) {
            assertThat(started.again(withHigherVersions(row)).refusal())
                    .hasValueSatisfying(refusal -> assertThat(refusal.code().name())
                            .isEqualTo(row.code().orElseThrow()));
        } else {
            assertThat(row.start()).isEqualTo("starts");
        }
        assertWindows(row, start);
    }

    @Test
    void queries_may_change_their_order() throws Exception {
        String text = Snippet.in("docs/pipeline-file.md").get(0).text();
        String[] parts = text.split("(?m)^(?=  - name: |sink: )");
        assertThat(parts).hasSize(4);
        StartedPipeline.Start start =
                StartedPipeline.of(folder, text).again(parts[0] + parts[2] + parts[1] + parts[3], List.of());
        assertThat(start.refusal()).isEmpty();
        assertThat(start.goingOn()).containsExactly("daily", "hourly");
    }

    private static void assertWindows(Row row, StartedPipeline.Start start) {
        Set<String> expected =
                switch (row.windows()) {
                    case "kept" -> Set.of("hourly", "daily");
                    case "dropped" -> Set.of();
                    case "of this query dropped" ->
                        Set.of(row.settings().get(0).startsWith("queries.0") ? "daily" : "hourly");
                    default -> {
                        assertThat(row.windows()).isEqualTo("-");
                        assertThat(start.refusal()).isPresent();
                        yield Set.of();
                    }
                };
        assertThat(start.goingOn()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> withHigherVersions(Row row) {
        List<String> settings = new ArrayList<>(row.settings());
        settings.addAll(HIGHER);
        return settings;
    }
}
