package dev.weir.jobs.calc;

import picocli.CommandLine.Model.CommandSpec;

/** The command {@code weir calc CALCULATION ...}: the accountant's mathematics for planning and for checks. */
public final class CalcCommand {

    private CalcCommand() {}

    /** The command, with a subcommand for every calculation. */
    public static CommandSpec spec() {
        CommandSpec calc = CommandSpec.wrapWithoutInspection((Runnable) () -> {
                    throw new IllegalArgumentException("a calculation must be given; see weir calc --help");
                })
                .name("calc");
        calc.usageMessage()
                .description("The privacy calculator. Without --json an answer is lines of name = value.")
                .synopsisSubcommandLabel("CALCULATION")
                .footer(
                        "",
                        "Example:",
                        "  weir calc " + new EpsilonCalculation().name() + " " + new EpsilonCalculation().example());
        Calculations.all()
                .forEach(calculation ->
                        calc.addSubcommand(calculation.name(), new CalculationCommand(calculation).spec()));
        return calc;
    }
}
