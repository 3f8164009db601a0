package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The file and the options of a command that cannot do without a pipeline. */
final class PipelineOptions extends JobOptions {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    /** The pipeline of the command's file, read and checked; warnings go to standard error. */
    Pipeline read(Purpose purpose) {
        return read(file, purpose);
    }
}
