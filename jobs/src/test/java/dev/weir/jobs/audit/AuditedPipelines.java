package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pipelines that are audited on every build: {@code benchmarks/audit/pipelines}. */
final class AuditedPipelines {

    private static final Path FOLDER = Path.of("..", "benchmarks", "audit", "pipelines");

    private AuditedPipelines() {}

    static List<String> names() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", ""))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path file(String name) {
        return FOLDER.resolve(name + ".yaml");
    }

    static Pipeline pipeline(String name) {
        return PipelineFile.read(file(name), List.of(), Purpose.EXPLAIN).pipeline();
    }
}
