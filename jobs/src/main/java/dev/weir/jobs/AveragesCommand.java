package dev.weir.jobs;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.jobs.demo.Averages;
import dev.weir.jobs.demo.AveragesPage;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares four ways of computing a private average, and prints how far the result of each way is from the true average. */
@Command(
        name = "averages",
        description = "Four ways of making a private average of made-up values, how far each is off, and a picture.",
        footer = {"", "Example:", "  weir demo averages --out out/averages"})
final class AveragesCommand implements Callable<Integer> {

    private static final int MOST = 1_000_000;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "The folder for the picture (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("out", "averages");

    @Option(names = "--records", paramLabel = "N", description = "How many values (default: ${DEFAULT-VALUE}).")
    private int records = 1000;

    @Option(names = "--trials", paramLabel = "N", description = "How often each is drawn (default: ${DEFAULT-VALUE}).")
    private int trials = 2000;

    @Override
    public Integer call() throws Exception {
        require("--records", records, 2);
        require("--trials", trials, 1);
        List<Averages.Way> ways = new Averages(records, KeyStream.fresh()).measure(trials);
        say("%-10s %12s %12s %10s", "average", "is off by", "by formula", "closer");
        for (Averages.Way way : ways) {
            say(
                    "%-10s %12.3g %12.3g %9.0fx  %s",
                    way.name(), way.error(), way.predicted(), ways.get(0).error() / way.error(), way.how());
        }
        Files.createDirectories(out);
        Path page = Files.writeString(out.resolve("averages.html"), new AveragesPage(records, trials, ways).html());
        say("open %s", page);
        return 0;
    }

    private void require(String option, int value, int least) {
        if (value < least || value > MOST) {
            throw new ParameterException(
                    command.commandLine(), option + ": must be from " + least + " to " + MOST + ", was " + value);
        }
    }

    private void say(String format, Object... values) {
        PrintWriter to = command.commandLine().getOut();
        to.println(String.format(Locale.ROOT, format, values));
        to.flush();
    }
}
