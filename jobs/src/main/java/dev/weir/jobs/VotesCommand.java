package dev.weir.jobs;

import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.output.TitledValues;
import dev.weir.jobs.votes.ReleaseTerms;
import dev.weir.jobs.votes.Sanitising;
import dev.weir.jobs.votes.VoteFileReader;
import dev.weir.jobs.votes.VoteReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports what private votes cost, and releases one figure of it with noise. */
@Command(
        name = "votes",
        description =
                "What the exact votes of teachers cost, from the file private/votes.json of a replay that reveals them.",
        synopsisSubcommandLabel = "report|sanitise",
        footer = {"", "Example:", "  weir votes report out/triage-exact/private/votes.json"})
final class VotesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() {
        throw new CommandFailure(CommandFailure.WRONG, "report or sanitise must be given; see weir votes --help");
    }

    @Command(
            name = "report",
            description = {
                "Prints what the votes cost: the loss for any votes, and the smaller losses for these votes, at fixed orders.",
                "It prints private figures, to the terminal alone: for those who may see the votes."
            },
            footer = {"", "Example:", "  weir votes report out/triage-exact/private/votes.json"})
    int report(
            @Parameters(paramLabel = "FILE", description = "The exact votes, private/votes.json.") Path file,
            @Option(names = "--json", description = "One JSON object.") boolean json)
            throws IOException {
        print(new VoteReport(VoteFileReader.read(file)).values(), json);
        return 0;
    }

    @Command(
            name = "sanitise",
            description = {
                "Draws, once for each file, the only figure about the votes that may be published: their loss at one order, with noise.",
                "It costs privacy of its own, which it states. Choose the three numbers before anybody sees the votes. A record"
                        + " beside the file keeps it from being drawn again."
            },
            footer = {
                "",
                "Example:",
                "  weir votes sanitise out/triage-exact/private/votes.json --order 10 --beta 0.03 --sigma-ss 20"
            })
    int sanitise(
            @Parameters(paramLabel = "FILE", description = "The exact votes, private/votes.json.") Path file,
            @Option(
                            names = "--order",
                            required = true,
                            paramLabel = "A",
                            description = "The Renyi order of the figure, above 1 and below 1 / (2 beta).")
                    double order,
            @Option(
                            names = "--beta",
                            required = true,
                            paramLabel = "B",
                            description =
                                    "How fast the sensitivity's discount grows with the distance from these votes.")
                    double beta,
            @Option(
                            names = "--sigma-ss",
                            required = true,
                            paramLabel = "S",
                            description = "The noise, in smooth sensitivities: from 0.01 to 1000.")
                    double sigma)
            throws IOException {
        print(new Sanitising(file).release(new ReleaseTerms(order, beta, sigma)), false);
        return 0;
    }

    private void print(TitledValues values, boolean json) {
        PrintWriter out = command.commandLine().getOut();
        out.print(json ? JsonText.of(values) + "\n" : values.text());
        out.flush();
    }
}
