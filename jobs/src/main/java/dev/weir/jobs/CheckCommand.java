package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.embedded.TemporaryFolder;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.losses.LossReport;
import dev.weir.jobs.replay.RecordedColumns;
import dev.weir.jobs.replay.RecordedFile;
import dev.weir.jobs.replay.Replay;
import dev.weir.jobs.replay.UnusableRecording;
import dev.weir.jobs.sample.SampleMistakes;
import dev.weir.jobs.sample.SampleReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Tries a pipeline on a sample, inside the trusted base. The job itself runs on it, so that what bounds and accounts drop is what they would
 * drop; what it draws is deleted unseen.
 */
@Command(
        name = "check",
        description = {
            "What a pipeline's bounds and accounts would drop of a sample, and which contributions, bounds, clamps and"
                    + " keys would suit it.",
            "It releases nothing. What it prints is exact, hence private: choose terms by a sample whose people know"
                    + " of it, or an old one, and not by the data that is to be protected."
        },
        footer = {"", "Example:", "  weir check examples/rides.yaml --input examples/rides.csv"})
final class CheckCommand implements Callable<Integer> {

    @Parameters(paramLabel = "PIPELINE", description = "The pipeline file.")
    private Path file = Path.of("");

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--input", required = true, paramLabel = "SAMPLE", description = "CSV or JSON lines, plain or .gz.")
    private Path input = Path.of("");

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(file, Purpose.REPLAY);
        try (TemporaryFolder work = TemporaryFolder.of("weir-check")) {
            Replay.Order order = new Replay.Order(input, work.path(), options.parallelismOr(1), false);
            RecordedFile sample = sample(pipeline);
            Pipeline named = new RecordedColumns(pipeline, sample).named();
            SampleReport report = new SampleReport(named);
            SampleMistakes mistakes = new SampleMistakes(named);
            sample.forEach(line -> {
                report.add(line);
                mistakes.add(line);
                return true;
            });
            options.say(
                    "PRIVATE: all of this is exact. Show it to nobody who may not see the data, and write it into no"
                            + " file that leaves.");
            Replay.Result result =
                    new Replay(pipeline, order, "{}", options.progress().ticksOnly()).run();
            tell(new LossReport(
                    pipeline,
                    result.counters(),
                    new LikelyCause(pipeline, result.slots().runsBackwards())));
            report.lines().forEach(options::say);
            mistakes.lines().forEach(options::say);
            mistakes.warnings().forEach(options::warn);
        } catch (UnusableRecording e) {
            throw new CommandFailure(CommandFailure.FAILED, String.valueOf(e.getMessage()));
        }
        return 0;
    }

    private void tell(LossReport losses) {
        losses.lines().forEach(options::say);
        losses.warnings().forEach(options::warn);
    }

    private RecordedFile sample(Pipeline pipeline) {
        return new RecordedFile(
                input,
                pipeline.source().format(),
                pipeline.limits().recordBytes(),
                pipeline.source().delimiter());
    }
}
