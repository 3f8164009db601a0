package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.progress.Progress;
import dev.weir.operators.topology.RequiredSettings;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that has a pipeline. */
final class JobOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--set",
            paramLabel = "path.to.field=value",
            description = "Lays a value over the file; list items by index: queries.0.spend.share=0.5. Repeatable.")
    private List<String> settings = new ArrayList<>();

    private int parallelism;

    @Option(names = "--quiet", description = "Says nothing but what is wrong.")
    private boolean quiet;

    private boolean isAside;

    @Option(names = "--parallelism", paramLabel = "N", description = "Subtasks of each operator: 1 to 128.")
    void setParallelism(int value) {
        if (value < 1 || value > RequiredSettings.MAX_PARALLELISM) {
            String rule = value < 1 ? ">= 1" : "from 1 to " + RequiredSettings.MAX_PARALLELISM;
            throw new ParameterException(
                    command.commandLine(), "--parallelism: must be a whole number " + rule + ", was " + value);
        }
        parallelism = value;
    }

    /** The pipeline of a file, read and checked; warnings go to standard error. */
    Pipeline read(Path file, Purpose purpose) {
        PipelineFile read = PipelineFile.read(file, settings, purpose);
        read.warnings().forEach(this::warn);
        return read.pipeline();
    }

    /** The parallelism that was asked for, or else another one. */
    int parallelismOr(int absent) {
        return parallelism == 0 ? absent : parallelism;
    }

    /** What to tell the user while something takes long; on standard error if it is only about how far it is. */
    Progress progress() {
        return quiet
                ? line -> {}
                : new ConsoleProgress(this::say, command.commandLine().getErr());
    }

    /** Warns the user, on standard error. */
    void warn(String line) {
        PrintWriter err = command.commandLine().getErr();
        err.println("warning: " + line);
        err.flush();
    }

    /** Tells the user how something goes, on standard error, unless asked not to. */
    void note(String line) {
        if (!quiet) {
            PrintWriter err = command.commandLine().getErr();
            err.println(line);
            err.flush();
        }
    }

    boolean isQuiet() {
        return quiet;
    }

    /** Keeps standard output free for an answer in JSON: whatever is said from now on goes to standard error. */
    void sayAside(boolean answersInJson) {
        isAside = answersInJson;
    }

    /** Tells the user, on standard output, unless asked not to. */
    void say(String line) {
        if (!quiet) {
            PrintWriter out = isAside
                    ? command.commandLine().getErr()
                    : command.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }
}
