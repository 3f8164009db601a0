package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Tests how a query's fingerprint covers its {@code where}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhereFingerprintTest {

    @TempDir
    private Path folder;

    private String reads(String where) throws Exception {
        Path file = Files.writeString(folder.resolve("p.yaml"), GoodPipeline.TEXT);
        String setting = "queries.0.where=\"" + where.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        Pipeline pipeline =
                PipelineFile.read(file, List.of(setting), Pipeline.Purpose.RUN).pipeline();
        return pipeline.plan().queries().get(0).query().reads().withUnit();
    }

    /** The file dates from a build in which every condition was a comparison. */
    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "/pipelines/where-fingerprints.txt", delimiter = '~', quoteCharacter = '\0')
    void a_where_of_comparisons_has_the_fingerprint_that_it_always_had(String where, String encoding) throws Exception {
        assertThat(reads(where)).isEqualTo(encoding);
    }

    @Test
    void texts_that_mean_different_things_have_different_fingerprints() throws Exception {
        List<String> texts = List.of(
                "robot == 0",
                "robot != 0",
                "robot in (0, 1)",
                "robot not in (0, 1)",
                "robot in ('0', '1')",
                "robot == 0 or page == 'a'",
                "robot == 0 and page == 'a'",
                "(robot == 0 or page == 'a') and value > 1",
                "robot == 0 or page == 'a' and value > 1",
                "robot == 0 or (page == 'a' or value > 1)");
        assertThat(texts.stream().map(this::silently)).doesNotHaveDuplicates();
    }

    @Test
    void parentheses_that_change_nothing_and_the_order_of_a_list_change_no_fingerprint() throws Exception {
        assertThat(reads("(robot == 0) and (page == 'a')")).isEqualTo(reads("robot == 0 and page == 'a'"));
        assertThat(reads("robot in (1, 0.0, 1)")).isEqualTo(reads("robot in (0, 1.0)"));
        assertThat(reads("robot in (0)")).isEqualTo(reads("robot == 0"));
        assertThat(reads("not robot == 0")).isEqualTo(reads("robot != 0"));
    }

    private String silently(String where) {
        try {
            return reads(where);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
