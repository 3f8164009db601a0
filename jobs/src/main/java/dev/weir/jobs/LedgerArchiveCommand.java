package dev.weir.jobs;

import dev.weir.jobs.archive.CutPlace.Place;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kafka.ledger.LedgerCut;
import dev.weir.jobs.options.PipelineOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Archives the records that may be cut off a ledger. */
@Command(
        name = "archive",
        description =
                "Writes the records that weir ledger cut would delete to a new file, and requires that they fold to the same"
                        + " state. Nothing is deleted, and the pipelines of the domain run on.",
        footer = {
            "",
            "The file holds values as the ledger does: keep it inside the trusted base. weir ledger --archive shows it.",
            "",
            "Example:",
            "  weir ledger archive examples/live.yaml --to out/live-ledger.archive"
        })
final class LedgerArchiveCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--to",
            paramLabel = "FILE",
            required = true,
            description = "The archive: a new file, which its owner alone may read.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws Exception {
        try (LedgerCut cut = LedgerCut.of(options.read(Purpose.RUN))) {
            Place place = cut.look();
            cut.archive(place, file);
            options.say("archived " + place.records() + " records, all before offset " + place.before() + ", in " + file
                    + ": keep a copy of it elsewhere; weir ledger cut --archive " + file + " deletes them");
        }
        return 0;
    }
}
