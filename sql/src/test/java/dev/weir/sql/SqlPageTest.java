package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The statements of the pages are read. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SqlPageTest {

    private static String blocks(String page) throws IOException {
        return Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..").resolve(page)))
                .results()
                .map((MatchResult block) -> block.group(1))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void the_statements_of_the_page_are_one_script() throws IOException {
        Pipeline pipeline = Scripts.read(blocks("docs/sql.md"));
        assertThat(pipeline.name()).isEqualTo("rides");
        assertThat(pipeline.plan().queries()).hasSizeGreaterThan(6);
    }

    @Test
    void the_script_of_the_readme_is_its_pipeline() throws IOException {
        Pipeline pipeline = Scripts.read(blocks("README.md"));
        assertThat(pipeline.plan().queries())
                .singleElement()
                .satisfies(query -> assertThat(query.query().aggregates()).hasSize(2));
    }
}
