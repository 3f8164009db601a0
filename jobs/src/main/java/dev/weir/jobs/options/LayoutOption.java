package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.released.row.FlatFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --layout} of a replay. */
public final class LayoutOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    private String layout = Sink.NESTED;

    @Option(
            names = "--layout",
            paramLabel = "LAYOUT",
            description =
                    "flat: also writes released-QUERY.csv of each query, with a column for each number. By default nested.")
    void setLayout(String value) {
        if (!value.equals(Sink.NESTED) && !value.equals(Sink.FLAT)) {
            throw new ParameterException(
                    command.commandLine(), "--layout: must be " + Sink.NESTED + " or " + Sink.FLAT);
        }
        layout = value;
    }

    /**
     * Refuses a pipeline that has no flat rows.
     *
     * @param pipeline the pipeline
     * @throws ParameterException if flat rows are asked for, and the pipeline does not release aggregates
     */
    public void require(Pipeline pipeline) {
        if (layout.equals(Sink.FLAT) && !releasesAggregates(pipeline)) {
            throw new ParameterException(
                    command.commandLine(),
                    "--layout: must be nested for kind " + pipeline.terms().kind() + ": its rows are not flat");
        }
    }

    private static boolean releasesAggregates(Pipeline pipeline) {
        return pipeline.terms().kind().equals(Pipeline.AGGREGATE);
    }

    /**
     * Writes the flat files beside the rows of a replay. Without the option, deletes those that an earlier replay of this pipeline
     * has left, because they hold other values.
     *
     * @param pipeline the pipeline
     * @param out the folder of the results
     * @param rows the file of rows in this folder
     * @throws IOException if a file cannot be read, written or deleted
     */
    public void write(Pipeline pipeline, Path out, Path rows) throws IOException {
        if (!releasesAggregates(pipeline)) {
            return;
        }
        FlatFiles files = new FlatFiles(pipeline);
        for (String name : files.names()) {
            Files.deleteIfExists(out.resolve(name));
        }
        if (layout.equals(Sink.FLAT)) {
            files.write(rows, out::resolve);
        }
    }
}
