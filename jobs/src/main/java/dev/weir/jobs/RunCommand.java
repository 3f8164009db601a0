package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.PipelineFile.Purpose;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a pipeline's job against the brokers that it names. */
@Command(
        name = "run",
        description = "A pipeline's job against the brokers that it names, until it is stopped.",
        footer = {"", "Example:", "  weir run examples/wiki.yaml --out /var/weir/wiki"})
final class RunCommand implements Callable<Integer> {

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--out", paramLabel = "DIR", description = "A folder for card and private counters.")
    private Path out = Path.of("");

    @Override
    public Integer call() {
        Pipeline pipeline = options.read(Purpose.RUN);
        throw new CommandFailure(CommandFailure.FAILED, "this build cannot run " + pipeline.name() + " yet: " + out);
    }
}
