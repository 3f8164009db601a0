package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.losses.LossReport;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.replay.DryRun;
import dev.weir.jobs.replay.RecordedColumns;
import dev.weir.jobs.replay.recording.RecordedFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Tries a pipeline on a sample, inside the trusted base. Records pass the job's own admission and gate, which therefore
 * drop the same records as in a job. No noise is drawn.
 */
@Command(
        name = "check",
        description = {
            "What a pipeline's bounds and accounts would drop of a sample, how far that and noise put each value off, and"
                    + " which contributions, bounds, clamps and keys would suit it better.",
            "It releases nothing. What it prints is exact, hence private: choose terms by a sample whose people know"
                    + " of it, or an old one, and not by the data that is to be protected."
        },
        footer = {"", "Example:", "  weir check examples/rides.yaml --input examples/rides.csv"})
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--input",
            required = true,
            paramLabel = "SAMPLE",
            description = "Records in source.format, plain or .gz.")
    private Path input = Path.of("");

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.REPLAY, PipelineKind.Use.CHECK);
        RecordedFile sample = RecordedFile.of(input, pipeline);
        Pipeline named = new RecordedColumns(pipeline, sample).named();
        options.say("PRIVATE: all of this is exact. Show it to nobody who may not see the data, and write it into no"
                + " file that leaves.");
        DryRun.Result result = new DryRun(named, sample, options.progress().ticksOnly()).run();
        tell(new LossReport(
                named, result.counters(), new LikelyCause(named, result.slots().runsBackwards())));
        result.sample().lines().forEach(options::say);
        result.sample().warnings().forEach(options::warn);
        return 0;
    }

    private void tell(LossReport losses) {
        losses.lines().forEach(options::say);
        losses.mistakes().forEach(options::warn);
    }
}
