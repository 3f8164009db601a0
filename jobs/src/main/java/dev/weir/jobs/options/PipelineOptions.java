package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kind.PipelineKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The PIPELINE parameter, and the options of every command that has it. */
public final class PipelineOptions extends JobOptions {

    @Parameters(
            paramLabel = "PIPELINE",
            arity = "1..*",
            description = "The pipeline file, or the files of one SQL script, the owner's first.")
    private List<Path> files = new ArrayList<>();

    /**
     * Reads and checks the pipeline of the file. Warnings go to standard error.
     *
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(Purpose purpose) {
        return read(files, purpose);
    }

    /**
     * Reads and checks the pipeline of the file, which must be of a kind that can be used for something. Warnings go to
     * standard error.
     *
     * @param purpose the purpose for which the file is read
     * @param use what not every kind of pipelines can be used for
     * @throws IllegalArgumentException if the pipeline is of a kind that cannot
     */
    public Pipeline read(Purpose purpose, PipelineKind.Use use) {
        Pipeline pipeline = read(purpose);
        PipelineKinds.require(pipeline, use);
        return pipeline;
    }

    /** Returns the files of the pipeline. */
    public List<Path> files() {
        return files;
    }
}
