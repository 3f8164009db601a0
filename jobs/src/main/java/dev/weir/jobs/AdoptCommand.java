package dev.weir.jobs;

import dev.weir.accountant.journal.AdoptionPlan;
import dev.weir.jobs.checkpoint.NewestCheckpoint;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.jobs.pipeline.Adoption;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lets a pipeline go on from a state that its ledger refuses. No other command repairs such a pipeline. */
@Command(
        name = "adopt",
        description =
                "Lets a pipeline go on from a state that its ledger refuses. It says what will be lost and asks for the"
                        + " domain's name. Unit periods that anything may have been released about are closed for good.",
        footer = {
            "",
            "The state is the newest checkpoint of the pipeline's folder, or none, unless --from names another.",
            "",
            "Example:",
            "  weir ledger adopt examples/live.yaml"
        })
final class AdoptCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Option(names = "--from", paramLabel = "URI", description = "The checkpoint or savepoint to go on from.")
    private @Nullable String from;

    @Option(
            names = "--domain",
            paramLabel = "NAME",
            description = "The domain's name, for scripts: says that you accept what will be lost.")
    private @Nullable String confirmed;

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.RUN);
        Optional<String> state =
                from == null ? NewestCheckpoint.below(pipeline.checkpoint().dir()) : Optional.of(from);
        LedgerAccess access = KafkaLedger.existing(pipeline);
        try (Adoption adoption = Adoption.open(pipeline, access, state, InstantSource.system())) {
            tell(pipeline, state, adoption.plan(), adoption);
            new DomainPrompt(options.out(), confirmed).require(pipeline.plan().domain());
            options.say("recorded, closed: " + adoption.closed(adoption.record()));
        }
        options.say("adopted: " + next(pipeline, state));
        return 0;
    }

    /**
     * Returns the line that tells the operator how to start the next run. By default a run goes on from the newest
     * checkpoint, which need not be the state that the operator has chosen.
     */
    private static String next(Pipeline pipeline, Optional<String> state) throws IOException {
        String folder = pipeline.checkpoint().dir();
        Optional<String> newest = NewestCheckpoint.below(folder);
        if (newest.map(org.apache.flink.core.fs.Path::new).equals(state.map(org.apache.flink.core.fs.Path::new))) {
            return state.isPresent() ? "the next run goes on from this state" : "the next run begins without state";
        }
        return "start the next run from this state (flink run -s " + state.orElse("STATE")
                + "); weir run alone would go on from the newest checkpoint below " + folder + ", and be refused";
    }

    private void tell(Pipeline pipeline, Optional<String> state, AdoptionPlan plan, Adoption adoption) {
        PrintWriter out = options.out();
        out.println("pipeline " + pipeline.name() + " of domain "
                + pipeline.plan().domain() + " is to go on "
                + state.map(path -> "from " + path).orElse("without state"));
        out.println("refused so far: " + plan.reason());
        out.println("lost: " + plan.droppedRows() + " rows of " + plan.droppedBatches()
                + " batches that the state has not published");
        out.println("kept: " + plan.unseenBatches()
                + " published batches that the state does not know, with their charges");
        out.println("closed: " + adoption.closed(plan.adoption().closing()));
        adoption.accounts(plan.adoption().closing()).ifPresent(out::println);
        out.println("budget so far: " + plan.budgets().before());
        out.println("budget from now on: " + plan.budgets().after());
        out.println("one unit may lose: " + plan.budgets().sum());
        out.flush();
    }
}
