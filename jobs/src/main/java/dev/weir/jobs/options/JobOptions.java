package dev.weir.jobs.options;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.progress.ConsoleProgress;
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

/** The options of every command that has a pipeline, and what a command says to its user. */
public class JobOptions {

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

    /**
     * The pipeline of a file, read and checked; warnings go to standard error.
     *
     * @param file the pipeline file
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(Path file, Purpose purpose) {
        PipelineFile read = PipelineFile.read(file, settings, purpose);
        read.warnings().forEach(this::warn);
        return read.pipeline();
    }

    /**
     * The parallelism that was asked for; {@code absent} if none was.
     *
     * @param absent the parallelism if none was asked for
     */
    public int parallelismOr(int absent) {
        return parallelism == 0 ? absent : parallelism;
    }

    /** The progress of long operations, which is printed on standard error. */
    public Progress progress() {
        return quiet
                ? line -> {}
                : new ConsoleProgress(this::say, command.commandLine().getErr());
    }

    /** Standard output, which takes what a command answers whether it is quiet or not. */
    public PrintWriter out() {
        return command.commandLine().getOut();
    }

    /**
     * Warns the user, on standard error.
     *
     * @param line what is wrong
     */
    public void warn(String line) {
        PrintWriter err = command.commandLine().getErr();
        err.println("warning: " + line);
        err.flush();
    }

    /**
     * Prints a note on standard error, unless asked not to.
     *
     * @param line what to tell
     */
    public void note(String line) {
        if (!quiet) {
            PrintWriter err = command.commandLine().getErr();
            err.println(line);
            err.flush();
        }
    }

    /** Whether nothing is to be said but what is wrong. */
    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Keeps standard output free for an answer in JSON: all messages from now on go to standard error.
     *
     * @param answersInJson whether the answer is JSON; otherwise nothing changes
     */
    public void sayAside(boolean answersInJson) {
        isAside = answersInJson;
    }

    /**
     * Tells the user, on standard output, unless asked not to.
     *
     * @param line what to tell
     */
    public void say(String line) {
        if (!quiet) {
            PrintWriter out = isAside ? command.commandLine().getErr() : out();
            out.println(line);
            out.flush();
        }
    }
}
