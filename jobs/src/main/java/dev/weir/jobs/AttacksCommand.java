package dev.weir.jobs;

import dev.weir.jobs.demo.attacks.AttackRun;
import dev.weir.jobs.demo.attacks.Bar;
import dev.weir.jobs.demo.attacks.Result;
import dev.weir.jobs.demo.attacks.kind.Attacks;
import dev.weir.jobs.demo.attacks.page.AttackPage;
import dev.weir.jobs.options.RunFolder;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Attacks raw windows, naive noise and Weir, over made-up people alone. Exit codes: 0 every attack succeeds as often as computed, and no
 * attack on Weir more often than its bound allows; 1 one does not.
 */
@Command(
        name = "attacks",
        description = {
            "Nine attacks on one made-up person's secret, against exact figures, against naive noise and against Weir, how often each"
                    + " succeeds, and a page that explains them.",
            "Exit code 1: a rate is more than 4 standard deviations outside of what is computed for it, or a restore that had to be"
                    + " refused was not; by chance alone, about once in 750 runs of 1000 worlds."
        },
        footer = {"", "Example:", "  weir demo attacks --out out/attacks"})
final class AttacksCommand implements Callable<Integer> {

    private static final int FEWEST = 100;
    private static final int MOST = 10_000;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Option(names = "--out", paramLabel = "DIR", description = "The folder for the page (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("out", "attacks");

    @Option(
            names = "--trials",
            paramLabel = "N",
            description = "In how many made-up worlds each attack is carried out (default: ${DEFAULT-VALUE}).")
    private int trials = 1000;

    @Override
    public Integer call() throws Exception {
        if (trials < FEWEST || trials > MOST) {
            throw new ParameterException(
                    command.commandLine(), "--trials: must be from " + FEWEST + " to " + MOST + ", was " + trials);
        }
        new RunFolder(out).requireUsable();
        return tell(new AttackRun(trials, this::say).of(Attacks.all()));
    }

    /** Prints a table and writes the page. */
    private int tell(List<Result> results) throws Exception {
        say("");
        say(String.format(
                Locale.ROOT, "%-16s %-12s %9s %9s %9s", "attack", "against", "succeeds", "computed", "bound"));
        for (Result result : results) {
            result.bars().forEach(bar -> say(row(result.attack(), bar)));
        }
        if (!results.stream().allMatch(Result::isRefusing)) {
            say("a restore that had to be refused was not");
        }
        Files.createDirectories(out);
        Path page = Files.writeString(out.resolve("attacks.html"), new AttackPage(results).html());
        say("open " + page);
        return AttackRun.exitCode(results);
    }

    private static String row(String attack, Bar bar) {
        return String.format(
                        Locale.ROOT,
                        "%-16s %-12s %9.3f %9s %9s  %s",
                        attack,
                        bar.target().words(),
                        bar.rate(),
                        number(bar.computed()),
                        number(bar.bound()),
                        bar.isInside() ? "" : "OUTSIDE")
                .stripTrailing();
    }

    private static String number(OptionalDouble number) {
        return number.isPresent() ? String.format(Locale.ROOT, "%.3f", number.getAsDouble()) : "-";
    }

    private void say(String line) {
        PrintWriter to = command.commandLine().getOut();
        to.println(line);
        to.flush();
    }
}
