package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.weir.jobs.config.grammar.Nesting;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine;

/** Checks what holds for every document: its links, its commands, its length, and that no kind of value is forgotten. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsTest {

    private static final int WORDS = 3000;

    /** The ten questions of newcomers, by a word of each. */
    private static final List<String> QUESTIONS = List.of(
            "choose epsilon",
            "contributions",
            "more records",
            "add a key",
            "change epsilon",
            "stddev",
            "Avro",
            "SQL",
            "Iceberg",
            "memory");

    @Test
    void every_link_leads_to_a_file_and_a_heading() throws IOException {
        DocumentPages pages = DocumentPages.ofRepository();
        List<DocumentPages.Link> links =
                pages.links().stream().filter(DocumentPages.Link::isLocal).toList();
        assertThat(links).hasSizeGreaterThan(100);
        assertThat(links).allSatisfy(link -> assertThat(link.target()).exists());
        assertThat(links).filteredOn(link -> !link.anchor().isEmpty()).allSatisfy(link -> assertThat(
                        pages.anchors().get(link.target()))
                .contains(link.anchor()));
    }

    @Test
    void no_document_has_more_than_3000_words() throws IOException {
        for (Path page : DocumentPages.ofRepository().in("docs")) {
            assertThat(Files.readString(page).split("\\s+"))
                    .as("%s", page.getFileName())
                    .hasSizeLessThanOrEqualTo(WORDS);
        }
    }

    @Test
    void every_document_is_reached_from_the_readme_by_two_clicks() throws IOException {
        DocumentPages pages = DocumentPages.ofRepository();
        List<Path> first = linkedFrom(pages, List.of(pages.root().resolve("README.md")));
        List<Path> second = linkedFrom(pages, first);
        assertThat(pages.in("docs")).allSatisfy(page -> assertThat(Stream.concat(first.stream(), second.stream()))
                .contains(page));
    }

    private static List<Path> linkedFrom(DocumentPages pages, List<Path> from) {
        return pages.links().stream()
                .filter(link -> link.isLocal() && from.contains(link.page()))
                .map(DocumentPages.Link::target)
                .distinct()
                .toList();
    }

    @Test
    void the_ten_questions_have_answers_with_links() throws IOException {
        String page = Files.readString(Snippet.repository().resolve("docs/faq.md"));
        List<String> answers = List.of(page.split("(?m)^## ")).subList(1, QUESTIONS.size() + 1);
        assertThat(answers).hasSameSizeAs(QUESTIONS);
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i)).contains(QUESTIONS.get(i)).contains("](");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pipeline-release.md", "aggregates.md", "choosing.md"})
    void a_page_forgets_no_kind_of_value(String page) throws IOException {
        String text = Files.readString(Snippet.repository().resolve("docs").resolve(page));
        List<Shape> kinds = ((Nesting) ReleaseReader.RELEASE.type()).shapes();
        assertThat(kinds).hasSizeGreaterThan(15);
        assertThat(kinds).extracting(kind -> kind.fields().get(0).name()).allSatisfy(kind -> assertThat(text)
                .containsPattern("`(release[.])?" + kind + "\\b"));
    }

    static Stream<Path> pages() throws IOException {
        DocumentPages pages = DocumentPages.ofRepository();
        return Stream.concat(Stream.of(pages.root().resolve("README.md")), pages.in("docs").stream());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void its_commands_are_ones_that_the_command_line_takes(Path page) throws IOException {
        for (String line : commands(page)) {
            CommandLine command = Weir.commandLine();
            assertThatCode(() -> command.parseArgs(line.split("\\s+"))).as(line).doesNotThrowAnyException();
        }
    }

    /** Returns the arguments of all commands but those of {@code bench}, which is in a module of its own. */
    private static List<String> commands(Path page) throws IOException {
        return Snippet.in(Snippet.repository().relativize(page).toString()).stream()
                .filter(snippet -> snippet.language().equals("sh"))
                .flatMap(snippet -> snippet.text().lines())
                .map(line -> line.replaceAll("\\s+#.*", ""))
                .filter(line -> line.matches("(\\S+=\\S+ )?(\\./|\"\\$WEIR/)?weir\"? .*"))
                .map(line -> line.replaceFirst("^.*?weir\"? ", "").replace("OFFSET", "7"))
                .filter(line -> !line.startsWith("bench "))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void its_yaml_can_be_read(Path page) throws IOException {
        for (Snippet snippet : Snippet.in(Snippet.repository().relativize(page).toString())) {
            if (snippet.language().equals("yaml")) {
                assertThat(new Load(LoadSettings.builder().build()).loadFromString(snippet.text()))
                        .isNotNull();
            }
        }
    }
}
