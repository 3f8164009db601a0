package dev.weir.jobs;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.synth.PairCounts;
import dev.weir.jobs.synth.RealComparison;
import dev.weir.jobs.synth.Synthesis;
import dev.weir.jobs.synth.SyntheticRecords;
import dev.weir.jobs.synth.TreeFile;
import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws synthetic records from published rows. */
@Command(
        name = "synth",
        description = {
            "Draws synthetic records from published counts of pairs of values, along a declared tree of columns.",
            "They are drawn from published rows and the tree alone: any number may be drawn, at no cost."
        },
        footer = {
            "",
            "Example:",
            "  weir synth examples/synth/orders.jsonl --tree examples/synth/orders-tree.yaml --records 1000"
        })
final class SynthCommand implements Callable<Integer> {

    private static final long MOST_RECORDS = 1_000_000_000;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Parameters(paramLabel = "RELEASED", description = "Published rows, such as released.jsonl of a replay.")
    private Path released = Path.of("");

    @Option(
            names = "--tree",
            required = true,
            paramLabel = "TREE",
            description = "The columns, their values, and the queries that count their pairs; YAML or JSON.")
    private Path tree = Path.of("");

    @Option(names = "--records", required = true, paramLabel = "N", description = "How many, 1 to 1000000000.")
    private long count;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "The CSV file of records, which must not exist; else they are printed, and all else on standard error.")
    private @Nullable Path out;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description =
                    "The beginning of the records' time, as 2026-01-05T00:00:00Z; by default that of the window that ends at"
                            + " --until. Windows are added up, and running totals are subtracted.")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "The end of the records' time; by default the newest that is published.")
    private @Nullable Instant until;

    @Option(
            names = "--compare",
            paramLabel = "REAL",
            description =
                    "Real records, CSV, with the columns of the tree. What comes of it is as secret as they are, and goes to"
                            + " private/synth-quality.json beside --out alone.")
    private @Nullable Path real;

    @Override
    public Integer call() throws IOException {
        if (count < 1 || count > MOST_RECORDS) {
            throw new CommandFailure(CommandFailure.WRONG, "--records: must be from 1 to 1000000000, was " + count);
        }
        if (real != null && out == null) {
            throw new CommandFailure(CommandFailure.WRONG, "--out: must be given with --compare");
        }
        Synthesis synthesis =
                Synthesis.of(released, TreeFile.read(tree), Optional.ofNullable(since), Optional.ofNullable(until));
        PairCounts pairs =
                real == null ? PairCounts.ofEdges(synthesis.columns()) : PairCounts.ofAll(synthesis.columns());
        write(synthesis, pairs);
        say(synthesis, pairs);
        return 0;
    }

    private void write(Synthesis synthesis, PairCounts pairs) throws IOException {
        Path file = out;
        SyntheticRecords records = synthesis.records(KeyStream.fresh());
        if (file == null) {
            PrintWriter console = command.commandLine().getOut();
            records.write(count, console, pairs);
            console.flush();
            return;
        }
        try (Writer writer = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW)) {
            records.write(count, writer, pairs);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(CommandFailure.WRONG, "--out: must not exist, was " + file);
        }
    }

    private void say(Synthesis synthesis, PairCounts pairs) throws IOException {
        Path file = out;
        PrintWriter say = file == null
                ? command.commandLine().getErr()
                : command.commandLine().getOut();
        synthesis.source().forEach(say::println);
        synthesis.quality(pairs).forEach(say::println);
        if (file != null) {
            say.println(count + " records are in " + file);
        }
        if (file != null && real != null) {
            compare(file, real, synthesis, pairs);
            say.println(
                    "private: the comparison with real records is in private/synth-quality.json beside them; it is exact,"
                            + " no guarantee covers it, and it must not be published");
        }
        say.flush();
    }

    private static void compare(Path file, Path real, Synthesis synthesis, PairCounts pairs) throws IOException {
        PrivateFolder folder = PrivateFolder.at(file.toAbsolutePath().resolveSibling("private"));
        new RealComparison(real, synthesis.columns()).write(pairs, folder, "synth-quality.json");
    }
}
