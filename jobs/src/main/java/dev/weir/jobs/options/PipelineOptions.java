package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The PIPELINE parameter, and the options of every command that has it. */
public final class PipelineOptions extends JobOptions {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    /**
     * Reads and checks the pipeline of the file. Warnings go to standard error.
     *
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(Purpose purpose) {
        return read(file, purpose);
    }
}
