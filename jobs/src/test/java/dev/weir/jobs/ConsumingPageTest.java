package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.released.row.FlatFiles;
import dev.weir.jobs.released.row.FlatRows;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program of docs/consuming.md; the module of SQL runs its statements. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsumingPageTest {

    private static final long HOUR = 3_600_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static boolean isThere(String program) throws InterruptedException {
        try {
            return new ProcessBuilder(program, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Two hours of one key, the second of which stands twice, and one of another. */
    private Path released(Pipeline pipeline) throws IOException {
        var rows = FlatRows.of(pipeline);
        StringBuilder lines = new StringBuilder();
        for (Object[] row : new Object[][] {{"market", 1, 40}, {"market", 2, -3}, {"market", 2, -3}, {"hills", 2, 7}}) {
            long end = (Integer) row[1] * HOUR;
            long[] values = {(Integer) row[2], 100};
            Outcome outcome = new Outcome(Outcome.Kind.RELEASED, 0, (String) row[0], end - HOUR, end, 0, values);
            lines.append(new String(rows.format(outcome).line(), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return Files.writeString(folder.resolve("released.jsonl"), lines);
    }

    @Test
    void the_program_of_the_page_adds_up_each_release_once() throws Exception {
        assumeTrue(isThere("python3"));
        Pipeline pipeline = PipelineFile.read(
                        Snippet.repository().resolve("examples/rides.yaml"), List.of(), Pipeline.Purpose.EXPLAIN)
                .pipeline();
        new FlatFiles(pipeline).write(released(pipeline), folder::resolve);
        Snippet program = Snippet.in("docs/consuming.md").stream()
                .filter(snippet -> snippet.name().equals("rides.py"))
                .findFirst()
                .orElseThrow();
        Path file = Files.writeString(folder.resolve(program.name()), program.text());
        Process python = new ProcessBuilder(
                        "python3",
                        file.toString(),
                        folder.resolve("released-hourly.csv").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(said).isZero();
        assertThat(said.lines()).hasSize(2);
        assertThat(said.lines().toList().get(0)).startsWith("hills 7 +- ");
        assertThat(said.lines().toList().get(1)).startsWith("market 37 +- ");
    }
}
