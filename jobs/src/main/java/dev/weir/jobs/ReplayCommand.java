package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.losses.LossReport;
import dev.weir.jobs.options.FlinkOptions;
import dev.weir.jobs.options.LayoutOption;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.options.RevealOption;
import dev.weir.jobs.options.RunFolder;
import dev.weir.jobs.options.SpendingOptions;
import dev.weir.jobs.replay.EarlierReplays;
import dev.weir.jobs.replay.Replay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a pipeline's job over a recorded file, to its end. */
@Command(
        name = "replay",
        description =
                "A pipeline's job over a recorded event file, through an embedded broker and cluster, to its end.",
        footer = {"", "Example:", "  weir replay examples/rides.yaml --input examples/rides.csv --out out/rides"})
final class ReplayCommand implements Callable<Integer> {

    private static final int MOST_SUBTASKS = 4;

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--input",
            required = true,
            paramLabel = "FILE",
            description = "Records in source.format, plain or .gz.")
    private Path input = Path.of("");

    @Option(
            names = "--sort",
            description = "Replays the records in the order of their times. Sorts on disk, in the folder of --out.")
    private boolean sort;

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "The folder for the results.")
    private Path out = Path.of("");

    @Mixin
    private SpendingOptions spending = new SpendingOptions();

    @Mixin
    private RevealOption reveal = new RevealOption();

    @Mixin
    private LayoutOption layout = new LayoutOption();

    @Mixin
    private FlinkOptions flink = new FlinkOptions();

    @Option(
            names = "--json",
            description =
                    "Prints what has come of it as one JSON object, and all else on standard error. Exact figures: for those"
                            + " who may see the data.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        options.sayAside(json);
        Pipeline pipeline = options.read(Purpose.REPLAY);
        layout.require(pipeline);
        Map<String, String> settings = flink.settings();
        if (reveal.isExact()) {
            PipelineKinds.require(pipeline, PipelineKind.Use.EXACT);
        }
        new RunFolder(out).requireUsable();
        ReplayGuard guard = new ReplayGuard(pipeline, out, spending, options);
        PipelineKind kind = PipelineKinds.of(pipeline);
        if (reveal.isExact()) {
            guard.requirePrivate();
        } else if (kind.spends()) {
            guard.requireStartable();
        } else {
            guard.requireOwnFolder();
        }
        Card card = reveal.card(kind.card(pipeline), out, options);
        int parallelism = options.parallelismOr(defaultParallelism());
        Replay.Order order = new Replay.Order(input, out, parallelism, reveal.isExact(), sort, settings);
        Replay replay = new Replay(pipeline, order, card.json(), options.progress());
        Replay.Result result = run(!kind.spends() || reveal.isExact() ? replay : replay.after(guard), guard);
        layout.write(pipeline, out, out.resolve(EarlierReplays.RELEASED));
        writePage(kind.page(card, out.resolve(EarlierReplays.RELEASED), reveal.isExact()));
        tellLosses(new ReplayJson(pipeline, result, guard.receipt()));
        return 0;
    }

    private void writePage(Optional<String> page) throws IOException {
        Path file = out.resolve("report.html");
        if (page.isPresent()) {
            Files.writeString(file, page.get());
        } else {
            Files.deleteIfExists(file);
        }
    }

    private static Replay.Result run(Replay replay, ReplayGuard guard) throws Exception {
        boolean isDone = false;
        try {
            Replay.Result result = replay.run();
            isDone = true;
            return result;
        } finally {
            if (!isDone) {
                guard.tellFailure();
            }
        }
    }

    /** Prints what became of the records. It prints to the console alone, which is inside the trusted base. */
    private void tellLosses(ReplayJson summary) {
        Pipeline pipeline = summary.pipeline();
        Replay.Result result = summary.result();
        LikelyCause causes = new LikelyCause(pipeline, result.slots().runsBackwards());
        LossReport losses = new LossReport(pipeline, result.counters(), causes);
        options.say("what became of the records (exact figures, for those who may see the data):");
        losses.lines().forEach(options::say);
        LikelyCause.seconds(pipeline, result.slots().last()).ifPresent(options::warn);
        List<String> warnings = Stream.concat(
                        losses.warnings().stream(),
                        result.units().warnings(pipeline.source().unit()).stream())
                .toList();
        warnings.forEach(options::warn);
        if (json) {
            options.out().println(summary.write(warnings));
            options.out().flush();
        }
        if (losses.isNothingCounted()) {
            throw new CommandFailure(
                    CommandFailure.FAILED, "no record was counted: what is in " + out + " is nothing but noise");
        }
    }

    private static int defaultParallelism() {
        return Math.min(MOST_SUBTASKS, Runtime.getRuntime().availableProcessors());
    }
}
