package dev.weir.jobs;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.archive.ArchivedRecords;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.options.JobOptions;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.output.LedgerJson;
import dev.weir.jobs.output.LedgerPage;
import dev.weir.jobs.output.LedgerSummary;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the ledger of a pipeline's domain. */
@Command(
        name = "ledger",
        description = "What the ledger of a pipeline's domain says: releases, charges, balances, batches, owners.",
        subcommands = {
            AdoptCommand.class,
            DeclareCommand.class,
            LedgerCopyCommand.class,
            LedgerArchiveCommand.class,
            LedgerCutCommand.class
        },
        synopsisSubcommandLabel = "[adopt|declare|copy|archive|cut]",
        footer = {
            "",
            "It shows values before they are visible: keep it inside the trusted base.",
            "",
            "Example:",
            "  weir ledger examples/live.yaml --json"
        })
final class LedgerCommand implements Callable<Integer> {

    // PIPELINE is optional for the parser, because a subcommand has its own PIPELINE parameter
    @Parameters(
            paramLabel = "PIPELINE",
            arity = "0..*",
            description = "The pipeline file, or the files of one SQL script, the owner's first.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private JobOptions options = new JobOptions();

    @Option(names = "--json", description = "One JSON object.")
    private boolean json;

    @Option(names = "--records", description = "Every record, one JSON object a line, in the ledger's order.")
    private boolean records;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description = "Shows what was cut off as well. Once for each archive, the oldest first.")
    private List<Path> archives = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        if (files.isEmpty()) {
            throw new CommandFailure(CommandFailure.WRONG, "PIPELINE: must be given; see weir ledger --help");
        }
        Pipeline pipeline = options.read(files, Purpose.RUN);
        try (KafkaLedger ledger = KafkaLedger.shown(pipeline)) {
            return show(pipeline, ledger);
        }
    }

    private int show(Pipeline pipeline, KafkaLedger ledger) throws IOException, InterruptedException {
        PrintWriter out = options.out();
        AtomicReference<LedgerSummary> shown = new AtomicReference<>();
        LedgerJson lines = new LedgerJson(() -> Optional.ofNullable(shown.get()).flatMap(LedgerSummary::unit));
        Budget budget = domainBudget(pipeline);
        LedgerSummary summary = new LedgerSummary(pipeline.plan().domain(), budget, (record, time) -> {
            if (records) {
                out.println(lines.line(record, time));
            }
        });
        shown.set(summary);
        ledger.read(ArchivedRecords.of(summary, pipeline.plan().domain(), archives));
        ledger.lost().ifPresent(lost -> summary.lost());
        if (!records) {
            Map<String, Boolean> alive = ledger.alive(summary.owners());
            TitledValues page = LedgerPage.of(summary, alive, pipeline);
            out.print(json ? JsonText.of(page) + "\n" : page.text());
        }
        out.flush();
        requireWhole(summary, ledger);
        return 0;
    }

    /** Refuses a damaged or incomplete ledger, after its contents have been printed. */
    private static void requireWhole(LedgerSummary summary, KafkaLedger ledger) {
        summary.broken().ifPresent(broken -> {
            throw LedgerStart.refused(broken);
        });
        ledger.lost().ifPresent(lost -> {
            throw new StartRefused(StartRefused.Code.LEDGER_BEHIND, lost + ": restore the ledger from its backup");
        });
    }

    private static Budget domainBudget(Pipeline pipeline) {
        BudgetSplit domain = pipeline.domainBudget();
        return domain == null ? pipeline.plan().noiseBudget() : domain.noise();
    }
}
