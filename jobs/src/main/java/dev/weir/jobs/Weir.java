package dev.weir.jobs;

import dev.weir.jobs.calc.CalcCommand;
import dev.weir.jobs.config.PipelineFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line: {@code weir COMMAND ...}.
 *
 * <p>Exit codes: 0 done; 2 the command line or a file is wrong, one line a problem; 3 the start guard refused; 1 anything
 * else, with one line that says what to do.
 */
@Command(
        name = "weir",
        description = "Differentially private aggregation of event streams.",
        subcommands = {DemoCommand.class, ExplainCommand.class, ReplayCommand.class, RunCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Beside these, weir bench pipeline times whole jobs; it builds a module of its own first.",
            "",
            "Example:",
            "  weir explain examples/wiki.yaml"
        })
public final class Weir implements Runnable {

    /** Set where this is the whole of the process, and not a job's main method on a cluster. */
    private static final String OWN_PROCESS = "weir.own-process";

    private Weir() {}

    /**
     * Runs a command. In a process of its own it ends it with the command's exit code; on a cluster, where ending the
     * process would end the cluster, it throws instead where that is not 0.
     */
    public static void main(String[] arguments) {
        int exitCode = commandLine()
                .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                .execute(arguments);
        if (Boolean.getBoolean(OWN_PROCESS)) {
            System.exit(exitCode);
        }
        if (exitCode != 0) {
            throw new IllegalStateException("weir ended with exit code " + exitCode);
        }
    }

    /** The command line, to be executed with a command's arguments. */
    static CommandLine commandLine() {
        CommandLine weir = new CommandLine(new Weir()).addSubcommand("calc", CalcCommand.spec());
        addHelp(weir);
        return weir.setCaseInsensitiveEnumValuesAllowed(false)
                .setUsageHelpWidth(100)
                .setParameterExceptionHandler(Weir::wrongUse)
                .setExecutionExceptionHandler(Weir::failed);
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

    private static int wrongUse(ParameterException e, String[] arguments) {
        PrintWriter err = e.getCommandLine().getErr();
        String help = "see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        if (e instanceof MissingParameterException missing) {
            missing.getMissing()
                    .forEach(argument -> err.println("weir: " + name(argument) + ": must be given; " + help));
        } else if (e instanceof UnmatchedArgumentException unmatched) {
            unmatched.getUnmatched().forEach(argument -> err.println("weir: " + argument + ": unknown; " + help));
        } else {
            err.println("weir: " + e.getMessage() + "; " + help);
        }
        err.flush();
        return CommandFailure.WRONG;
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static int failed(Exception e, CommandLine command, ParseResult arguments) {
        PrintWriter err = command.getErr();
        lines(e).forEach(err::println);
        err.flush();
        if (e instanceof CommandFailure failure) {
            return failure.exitCode();
        }
        return e instanceof IllegalArgumentException || e instanceof PipelineFile.WrongException
                ? CommandFailure.WRONG
                : CommandFailure.FAILED;
    }

    /** Messages of our own are safe to show; those of others may quote what they stumbled over. */
    private static List<String> lines(Exception e) {
        if (e instanceof PipelineFile.WrongException wrong) {
            return wrong.problems();
        }
        String message = String.valueOf(e.getMessage());
        if (e instanceof CommandFailure || e instanceof IllegalArgumentException) {
            return message.lines().map(line -> "weir: " + line).toList();
        }
        String what = e instanceof IOException
                ? message.replaceAll("\\s+", " ")
                : "stopped by " + e.getClass().getName();
        String log = System.getProperty("weir.log", "the log");
        return List.of("weir: " + what + "; more is in " + log);
    }
}
