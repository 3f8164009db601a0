package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile.Purpose;
import dev.weir.jobs.output.Card;
import dev.weir.jobs.report.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a pipeline's job over a recorded file, to its end. */
@Command(
        name = "replay",
        description =
                "A pipeline's job over a recorded event file, through an embedded broker and cluster, to its end.",
        footer = {"", "Example:", "  weir replay examples/wiki.yaml --input events.csv.gz --out results"})
final class ReplayCommand implements Callable<Integer> {

    private static final int MOST_SUBTASKS = 4;

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "CSV or JSON lines, plain or .gz.")
    private Path input = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder for the results.")
    private Path out = Path.of("");

    @Option(
            names = "--reveal-exact",
            description =
                    "Writes exact totals too, to private/exact.jsonl: for teaching and checking, never to publish.")
    private boolean revealExact;

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.REPLAY);
        Card card = Card.of(pipeline);
        if (revealExact) {
            options.warn("--reveal-exact writes exact totals: keep the whole of " + out + " private");
            card = card.revealingExact();
        }
        String json = card.json() + "\n";
        Replay.Order order = new Replay.Order(input, out, options.parallelismOr(defaultParallelism()), revealExact);
        new Replay(pipeline, order, schedule -> Map.of("card.json", json), options::say).run();
        Files.writeString(
                out.resolve("report.html"), new Report(card, revealExact, null).html(out.resolve("released.jsonl")));
        return 0;
    }

    private static int defaultParallelism() {
        return Math.min(MOST_SUBTASKS, Runtime.getRuntime().availableProcessors());
    }
}
