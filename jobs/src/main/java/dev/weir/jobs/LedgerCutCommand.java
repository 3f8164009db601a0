package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kafka.ledger.LedgerCut;
import dev.weir.jobs.options.PipelineOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Cuts off the first records of a ledger, which are in an archive. */
@Command(
        name = "cut",
        description =
                "Deletes the first records of the ledger of a domain, which an archive has, before the older of its two newest"
                        + " snapshots. It says what will go and asks for the domain's name. The pipelines of the domain run on.",
        footer = {
            "",
            "It may be repeated at any time with the same archive.",
            "",
            "Example:",
            "  weir ledger cut examples/live.yaml --archive out/live-ledger.archive"
        })
final class LedgerCutCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            required = true,
            description = "What weir ledger archive has written.")
    private Path file = Path.of("");

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "The domain's name, for scripts: says that the archive will be kept.")
    private @Nullable String confirmed;

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.RUN);
        try (LedgerCut cut = LedgerCut.of(pipeline)) {
            long records = cut.prove(file);
            if (records == 0) {
                options.say("cut already: the ledger begins where the archive ends");
                return 0;
            }
            tell(pipeline, records);
            new DomainPrompt(options.out(), confirmed).require(pipeline.plan().domain());
            cut.cut(file);
            options.say(
                    "cut: the ledger begins at a snapshot, from which a second one was recomputed; weir ledger --archive "
                            + file + " shows what was before it");
        }
        return 0;
    }

    private void tell(Pipeline pipeline, long records) {
        PrintWriter out = options.out();
        out.println(
                "the first " + records + " records of ledger " + pipeline.sink().ledger() + " of domain "
                        + pipeline.plan().domain() + " are to be deleted for good; " + file
                        + " has all of them, and folds to the"
                        + " snapshot that stands for them");
        out.println(
                "Go on only if copies of this file are kept: without it nobody can see any more what was released then.");
        out.flush();
    }
}
