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

/** The options of every command that has a pipeline, and the command's messages to its user. */
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
     * Reads and checks the pipeline of a file. Warnings go to standard error.
     *
     * @param file the pipeline file
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(Path file, Purpose purpose) {
        return read(List.of(file), purpose);
    }

    /**
     * Reads and checks the pipeline of several files. Warnings go to standard error.
     *
     * @param files the files, at least one
     * @param purpose what the pipeline is read for
     */
    public Pipeline read(List<Path> files, Purpose purpose) {
        PipelineFile read = PipelineFile.read(files, settings, purpose);
        read.warnings().forEach(this::warn);
        return read.pipeline();
    }

    /**
     * Returns the parallelism that the user gave, or {@code absent} if none was given.
     *
     * @param absent the parallelism if the user gave none
     */
    public int parallelismOr(int absent) {
        return parallelism == 0 ? absent : parallelism;
    }

    /**
     * Returns the receiver of progress messages, which prints on standard error; nothing is printed with
     * {@code --quiet}.
     */
    public Progress progress() {
        return quiet
                ? line -> {}
                : new ConsoleProgress(this::say, command.commandLine().getErr());
    }

    /** Returns standard output. A command prints its answer there, even with {@code --quiet}. */
    public PrintWriter out() {
        return command.commandLine().getOut();
    }

    /**
     * Prints a warning on standard error, even with {@code --quiet}.
     *
     * @param line what is wrong
     */
    public void warn(String line) {
        PrintWriter err = command.commandLine().getErr();
        err.println("warning: " + line);
        err.flush();
    }

    /**
     * Prints a note on standard error, unless {@code --quiet} was given.
     *
     * @param line the note
     */
    public void note(String line) {
        if (!quiet) {
            PrintWriter err = command.commandLine().getErr();
            err.println(line);
            err.flush();
        }
    }

    /** Whether {@code --quiet} was given, so that only problems are printed. */
    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Keeps standard output free for an answer in JSON: messages go to standard error from now on.
     *
     * @param answersInJson whether the answer is JSON; if false, messages go to standard output
     */
    public void sayAside(boolean answersInJson) {
        isAside = answersInJson;
    }

    /**
     * Prints a message, unless {@code --quiet} was given. It goes to standard output, or to standard error if
     * {@link #sayAside} was told that the answer is JSON.
     *
     * @param line the message
     */
    public void say(String line) {
        if (!quiet) {
            PrintWriter out = isAside ? command.commandLine().getErr() : out();
            out.println(line);
            out.flush();
        }
    }

    /** Returns the values that override the pipeline file, of the form {@code path.to.field=value}. */
    public List<String> settings() {
        return settings;
    }
}
