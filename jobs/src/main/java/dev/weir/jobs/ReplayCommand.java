package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile.Purpose;
import java.nio.file.Path;
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
    public Integer call() {
        Pipeline pipeline = options.read(Purpose.REPLAY);
        throw new CommandFailure(
                CommandFailure.FAILED,
                "this build cannot replay " + pipeline.name() + " yet: " + input + " to " + out + " " + revealExact);
    }
}
