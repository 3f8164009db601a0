package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExamplesTest {

    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_is_right_says_what_it_promises_and_draws_no_warning(Path example) {
        PipelineFile file = PipelineFile.read(example, List.of(), Purpose.REPLAY);
        assertThat(file.warnings()).isEmpty();
        assertThat(PipelineKinds.of(file.pipeline()).card(file.pipeline()).text())
                .containsPattern("epsilon ((1.0|6), (pure(, in one day)?|delta 0.000001)\n|[12] a report, pure)");
    }
}
