package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.report.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a pipeline's job over a recorded file, to its end. */
@Command(
        name = "replay",
        description =
                "A pipeline's job over a recorded event file, through an embedded broker and cluster, to its end.",
        footer = {"", "Example:", "  weir replay examples/wiki.yaml --input events.csv.gz --out results"})
final class ReplayCommand implements Callable<Integer> {

    private static final int MOST_SUBTASKS = 4;

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--input", required = true, paramLabel = "FILE", description = "CSV or JSON lines, plain or .gz.")
    private Path input = Path.of("");

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder for the results.")
    private Path out = Path.of("");

    @Mixin
    private RevealOption reveal = new RevealOption();

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(file, Purpose.REPLAY);
        Path released = out.resolve("released.jsonl");
        warnOfSecond(released);
        Card card = reveal.card(pipeline, out, options);
        int parallelism = options.parallelismOr(defaultParallelism());
        Replay.Order order = new Replay.Order(input, out, parallelism, reveal.isExact());
        new Replay(pipeline, order, card.json(), options::say).run();
        Files.writeString(out.resolve("report.html"), new Report(card, reveal.isExact(), null).html(released));
        return 0;
    }

    private void warnOfSecond(Path released) {
        if (Files.exists(released)) {
            options.warn(
                    "what is in " + out + " is replaced; if it told of the same people, the budget is spent again");
        }
    }

    private static int defaultParallelism() {
        return Math.min(MOST_SUBTASKS, Runtime.getRuntime().availableProcessors());
    }
}
