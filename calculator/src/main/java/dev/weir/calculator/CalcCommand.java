package dev.weir.calculator;

import dev.weir.calculator.question.Question;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The command {@code weir calc CALCULATION ...}, which answers questions of privacy accounting for planning and for
 * checks.
 */
public final class CalcCommand {

    private CalcCommand() {}

    /** Creates the command, with a subcommand for every calculation. */
    public static CommandSpec spec() {
        CommandSpec calc = CommandSpec.wrapWithoutInspection((Runnable) () -> {
                    throw new IllegalArgumentException("a calculation must be given; see weir calc --help");
                })
                .name("calc");
        Question example = Calculations.ALL.get(0).question();
        calc.usageMessage()
                .description("The privacy calculator. Without --json an answer is lines of name = value.")
                .synopsisSubcommandLabel("CALCULATION")
                .footer("", "Example:", "  weir calc " + example.name() + " " + example.example());
        Calculations.ALL.forEach(calculation ->
                calc.addSubcommand(calculation.question().name(), new CalculationCommand(calculation).spec()));
        return calc;
    }
}
