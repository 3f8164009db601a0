package dev.weir.jobs;

import dev.weir.calculator.CalcCommand;
import dev.weir.jobs.failure.Causes;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.flink.client.program.ProgramParametrizationException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code weir COMMAND ...}.
 *
 * <p>Exit codes: 0 if the command is done or the job was cancelled; 2 if the command line or a file is wrong, with one
 * line for each problem; 3 if the start guard refused; 1 for anything else, with one line that names the remedy.
 * Flink's client knows only 0 and 1.
 */
@Command(
        name = "weir",
        description = "Differentially private aggregation of event streams.",
        subcommands = {
            AuditCommand.class,
            CheckCommand.class,
            CompletionCommand.class,
            DemoCommand.class,
            EncodeCommand.class,
            ExplainCommand.class,
            LedgerCommand.class,
            NewCommand.class,
            ReplayCommand.class,
            RunCommand.class,
            SchemaCommand.class,
            SqlCommand.class,
            SynthCommand.class,
            VotesCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Beside these, weir bench pipeline times whole jobs; it builds a module of its own first.",
            "",
            "Example:",
            "  weir explain examples/wiki.yaml"
        },
        versionProvider = Version.class)
public final class Weir implements Runnable {

    /**
     * The system property that is set if this command line is the whole process, and not a job's main method on a
     * cluster.
     */
    private static final String OWN_PROCESS = "weir.own-process";

    private Weir() {}

    /**
     * Runs a command. In a process of its own, the method ends the process with the command's exit code. On a cluster,
     * ending the process would end the cluster; there and in Flink's client the method throws an exception if the exit
     * code is not 0. Flink's client prints nothing but this exception's message, as its last lines; over REST the
     * message is part of the answer.
     *
     * @param arguments the name of a command, and its options and parameters
     */
    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        if (Boolean.getBoolean(OWN_PROCESS)) {
            System.exit(commandLine().setOut(out).execute(arguments));
        }
        executeOrThrow(out, arguments);
    }

    private static void executeOrThrow(PrintWriter out, String... arguments) {
        List<String> problems = new ArrayList<>();
        int exitCode =
                commandLine((command, line) -> problems.add(line)).setOut(out).execute(arguments);
        if (exitCode != 0) {
            throw new ProgramParametrizationException(
                    problems.isEmpty() ? "weir ended with exit code " + exitCode : String.join("\n", problems));
        }
    }

    /**
     * Returns the command line, to be executed with a command's arguments. It prints problems to the standard error
     * stream of the command.
     */
    static CommandLine commandLine() {
        return commandLine((command, line) -> {
            command.getErr().println(line);
            command.getErr().flush();
        });
    }

    /**
     * Returns the command line.
     *
     * @param problems takes the lines that describe problems, each with the command to which it belongs
     */
    private static CommandLine commandLine(BiConsumer<CommandLine, String> problems) {
        CommandLine weir = new CommandLine(new Weir()).addSubcommand("calc", CalcCommand.spec());
        addHelp(weir);
        weir.getCommandSpec()
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Shows the versions of Weir, Flink and Java.")
                        .build());
        return weir.setCaseInsensitiveEnumValuesAllowed(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler((e, arguments) -> {
                    wrongUse(e).forEach(line -> problems.accept(e.getCommandLine(), "weir: " + line));
                    return CommandFailure.WRONG;
                })
                .setExecutionExceptionHandler((thrown, command, arguments) -> {
                    Exception e = StartRefused.in(thrown)
                            .<Exception>map(refusal -> refusal)
                            .orElse(thrown);
                    lines(e).forEach(line -> problems.accept(command, line));
                    return exitCode(e);
                });
    }

    private static void addHelp(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Shows this help.")
                        .build());
        command.getSubcommands().values().forEach(Weir::addHelp);
    }

    @Override
    public void run() {
        throw new CommandFailure(CommandFailure.WRONG, "a command must be given; see weir --help");
    }

    private static List<String> wrongUse(ParameterException e) {
        String help = "; see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        return wrong(e).map(what -> what + help).toList();
    }

    private static Stream<String> wrong(ParameterException e) {
        Optional<String> misspelt = Misspelling.in(e);
        if (misspelt.isPresent()) {
            return misspelt.stream();
        }
        if (e instanceof MissingParameterException missing) {
            return missing.getMissing().stream().map(argument -> name(argument) + ": must be given");
        }
        if (e.getArgSpec() != null && String.valueOf(e.getMessage()).startsWith("Invalid value for")) {
            return Stream.of(name(e.getArgSpec()) + ": must be " + kind(e.getArgSpec()) + ", was " + e.getValue());
        }
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched.getUnmatched().stream().map(argument -> argument + ": unknown");
        }
        return Stream.of(String.valueOf(e.getMessage()));
    }

    private static String kind(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes()[argument.auxiliaryTypes().length - 1];
        boolean isWhole = type == int.class || type == long.class || type == Integer.class || type == Long.class;
        String number = isWhole ? "a whole number" : "a number";
        return argument.paramLabel().contains("=") ? argument.paramLabel() + " with " + number : number;
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static int exitCode(Exception e) {
        if (e instanceof CommandFailure failure) {
            return failure.exitCode();
        }
        if (e instanceof StartRefused) {
            return CommandFailure.REFUSED;
        }
        return e instanceof IllegalArgumentException || e instanceof InvalidPipeline
                ? CommandFailure.WRONG
                : CommandFailure.FAILED;
    }

    /**
     * Returns the lines to print for a failure. Weir's own messages and those of Java's {@link IOException}s are included. All other
     * messages are left out, because they may quote a record.
     */
    private static List<String> lines(Exception e) {
        if (e instanceof InvalidPipeline wrong) {
            return wrong.problems();
        }
        String message = String.valueOf(e.getMessage());
        return isOwn(e.getClass())
                ? message.lines().map(line -> "weir: " + line).toList()
                : List.of("weir: " + lineOfOther(e, message));
    }

    /** Whether Weir's own code has written the message. Java and libraries may throw the subclasses of {@link IllegalArgumentException}. */
    private static boolean isOwn(Class<?> type) {
        return type == IllegalArgumentException.class || type.getName().startsWith("dev.weir.");
    }

    private static String lineOfOther(Exception e, String message) {
        if (message.contains("No space left on device")) {
            return "no space is left: make room in the folder of --out, or where temporary files are";
        }
        // the messages of Java's own exceptions name files; those of libraries that read records may quote a record
        boolean isShown = e instanceof IOException && e.getClass().getName().startsWith("java.");
        String what = isShown
                ? message.replaceAll("\\s+", " ")
                : "stopped by " + e.getClass().getName();
        return what + Causes.clause(e) + "; more is in " + Causes.log();
    }
}
