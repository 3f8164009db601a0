package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the page about pipeline files describes what their reader does. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelinePageTest {

    private static final String PAGE = "docs/pipeline-file.md";

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
    void its_tables_of_fields_are_what_is_declared() throws IOException {
        DocumentPages pages = DocumentPages.ofRepository();
        Map<Path, String> wrong = new TreeMap<>();
        for (Path page : pages.in("docs")) {
            String text = Files.readString(page);
            String written = FieldTables.writtenInto(text, table -> pages.resolved(table, page));
            if (!text.equals(written)) {
                wrong.put(page.getFileName(), written);
            }
            if (Boolean.getBoolean("weir.write-docs")) {
                Files.writeString(page, written);
            }
        }
        assertThat(wrong.keySet()).isEmpty();
    }

    @Test
    void it_has_a_line_for_every_code() throws IOException {
        String page = Files.readString(Snippet.repository().resolve("docs/pipeline-source.md"));
        assertThat(Rejection.values()).allSatisfy(code -> assertThat(page).contains("\n| `" + code + "` |"));
    }
}
