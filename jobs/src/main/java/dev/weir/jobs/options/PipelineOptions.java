package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The options of every command that has a pipeline file, and the file. */
public final class PipelineOptions extends JobOptions {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    /**
     * The pipeline of the file, read and checked; warnings go to standard error.
     *
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(Purpose purpose) {
        return read(file, purpose);
    }
}
