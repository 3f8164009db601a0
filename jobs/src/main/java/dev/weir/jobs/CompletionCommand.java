package dev.weir.jobs;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script with which a shell completes the commands and options of a command line. */
@Command(
        name = "completion",
        description = "A script by which bash or zsh completes commands and options.",
        footer = {"", "Example:", "  weir completion", "In a shell:", "  source <(weir completion)"})
final class CompletionCommand implements Runnable {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public void run() {
        CommandLine weir = command.root().commandLine();
        command.commandLine().getOut().print(AutoComplete.bash("weir", weir));
        command.commandLine().getOut().flush();
    }
}
