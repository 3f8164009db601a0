package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.encoding.FileEncoding;
import dev.weir.jobs.encoding.NewFile;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.losses.LikelyCause;
import dev.weir.jobs.losses.LossReport;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.options.SpendingOptions;
import dev.weir.jobs.spending.ReplayLedger;
import dev.weir.jobs.spending.ReplaySpending;
import dev.weir.jobs.spending.SpendingReceipt;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Draws local reports of a file of records, once. */
@Command(
        name = "encode",
        description = {
            "Draws a local report of each record of a file, for a pipeline of kind encode, within the allowance of each"
                    + " person: one report in a line, and no other field.",
            "It writes the whole file or none, and never over an existing one: reports that are drawn again tell as"
                    + " much again. The ledger of replays remembers it, and refuses the same periods without --again."
        },
        footer = {
            "",
            "Example:",
            "  weir encode examples/encode-zone.yaml --input examples/rides.csv --out out/zone-reports.jsonl"
        })
final class EncodeCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(
            names = "--input",
            required = true,
            paramLabel = "FILE",
            description = "Records in source.format, plain or .gz.")
    private Path input = Path.of("");

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "The file of reports, which must not exist.")
    private Path out = Path.of("");

    @Mixin
    private SpendingOptions spending = new SpendingOptions();

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.REPLAY);
        RecordCounters counters = encode(pipeline);
        LossReport losses = new LossReport(pipeline, counters, new LikelyCause(pipeline, false));
        options.say("what became of the records (exact figures, for those who may see the data):");
        losses.lines().forEach(options::say);
        losses.warnings().forEach(options::warn);
        options.say(
                "the reports are in " + out + "; keep it: encoding the same records again would tell as much again");
        return 0;
    }

    /** Records, before a report can be seen, what the reports tell of the people of these periods. */
    private void charge(Pipeline pipeline, Schedule periods) {
        ReplayLedger ledger = spending.ledger(pipeline, out);
        SpendingReceipt receipt = ledger.charge(
                ReplaySpending.of(pipeline, periods, out), spending.again().isGiven());
        receipt.lines().forEach(options::say);
        receipt.warnings().forEach(options::warn);
    }

    private RecordCounters encode(Pipeline pipeline) throws IOException, InterruptedException {
        NewFile file = new NewFile(out);
        try {
            file.requireNew();
            return new FileEncoding(pipeline, input).run(file, periods -> charge(pipeline, periods));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    CommandFailure.REFUSED,
                    "--out: must not exist, was " + out
                            + ": reports that are drawn again of the same records tell as much again");
        }
    }
}
