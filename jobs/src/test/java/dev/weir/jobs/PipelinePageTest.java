package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page about pipeline files says what their reader does. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelinePageTest {

    private static final String PAGE = "docs/pipeline-file.md";
    private static final Pattern ASKED = Pattern.compile(
            "\\b(?:required|requiredIf|optional|find|has|list|section|sectionRequiredIf|optionalSection"
                    + "|sections|bound|span|bytes|steps|GriddedBounds)\\(\\s*(?:(?:entry\\.)?section(?:\\(\\))?,\\s*)?\"([a-z0-9-]+)\"");
    private static final Pattern LATER = Pattern.compile("\\blater\\(([^)]*)\\)");
    private static final Pattern QUOTED = Pattern.compile("\"([a-z-]+)\"");

    @TempDir
    private Path folder;

    @Test
    void its_example_is_right_for_every_purpose() throws IOException {
        Snippet example = Snippet.in(PAGE).get(0);
        Path file = Files.writeString(folder.resolve(example.name()), example.text());
        for (Pipeline.Purpose purpose : Pipeline.Purpose.values()) {
            PipelineFile read = PipelineFile.read(file, List.of(), purpose);
            assertThat(read.warnings()).isEmpty();
            assertThat(read.pipeline().plan().queries()).hasSize(2);
        }
    }

    @Test
    void it_has_a_line_for_every_field_that_the_reader_asks_for_and_for_every_code() throws IOException {
        String page = Files.readString(Snippet.repository().resolve(PAGE));
        Set<String> fields = fields();
        assertThat(fields).contains("pipeline", "per-unit-clamp", "max-skew", "windows-per-period", "key-bytes");
        assertThat(fields).allSatisfy(field -> assertThat(page).contains("\n| `" + field + "` |"));
        assertThat(Rejection.values()).allSatisfy(code -> assertThat(page).contains("\n| `" + code + "` |"));
    }

    @Test
    void it_has_no_line_for_anything_else() throws IOException {
        Set<String> known = fields();
        Stream.of(Rejection.values()).map(Enum::name).forEach(known::add);
        Matcher line = Pattern.compile("(?m)^\\| `([^`]+)` \\|")
                .matcher(Files.readString(Snippet.repository().resolve(PAGE)));
        while (line.find()) {
            assertThat(known).contains(line.group(1));
        }
    }

    /** What the sources of the reader ask a section for, but for what they refuse as not supported yet. */
    private static Set<String> fields() throws IOException {
        Set<String> asked = new TreeSet<>();
        Set<String> later = new TreeSet<>();
        Path sources = Snippet.repository().resolve("jobs/src/main/java/dev/weir/jobs/config");
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file);
                ASKED.matcher(text).results().forEach(call -> asked.add(call.group(1)));
                LATER.matcher(text)
                        .results()
                        .flatMap(call -> QUOTED.matcher(call.group(1)).results())
                        .forEach(field -> later.add(field.group(1)));
            }
        }
        asked.removeAll(later);
        return asked;
    }
}
