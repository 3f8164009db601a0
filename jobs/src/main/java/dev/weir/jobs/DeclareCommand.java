package dev.weir.jobs;

import dev.weir.accountant.journal.audit.DomainBudget;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.options.PipelineOptions;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerClock;
import dev.weir.operators.ledger.LedgerRaise;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Declares a larger budget of a domain, for periods that have not begun. */
@Command(
        name = "declare",
        description =
                "Declares that a unit may lose more to the pipelines of a domain, in periods that have not begun: the budget that"
                        + " the file states for the domain. What runs goes on. It cannot be taken back, and units without"
                        + " periods have no later period to raise it for.",
        footer = {"", "Example:", "  weir ledger declare examples/live.yaml --set domain.budget.epsilon=3"})
final class DeclareCommand implements Callable<Integer> {

    @Mixin
    private PipelineOptions options = new PipelineOptions();

    @Override
    public Integer call() throws Exception {
        Pipeline pipeline = options.read(Purpose.RUN);
        LedgerRaise.Raised raised = raise(pipeline);
        tell(pipeline.plan().domain(), raised);
        return 0;
    }

    private static LedgerRaise.Raised raise(Pipeline pipeline) throws IOException, InterruptedException {
        LedgerAccess access = KafkaLedger.existing(pipeline);
        Declaration wanted = access.declaration(pipeline.plan());
        try (Ledger ledger = access.open(pipeline.plan())) {
            long skew = pipeline.plan().timing().maxSkewMillis();
            LedgerClock clock = new LedgerClock(ledger, InstantSource.system(), skew);
            return new LedgerRaise(ledger, pipeline.plan().domain(), wanted, clock).drive();
        }
    }

    private void tell(String domain, LedgerRaise.Raised raised) {
        DomainBudget budget = raised.budget();
        Declaration newest = budget.newest();
        String each = words(newest) + " for each " + newest.unit().zonedWords();
        if (budget.raises().isEmpty()) {
            options.say("declared already: domain " + domain + " has " + each + " since its first start");
            return;
        }
        Raise last = budget.raises().get(budget.raises().size() - 1);
        String from = newest.unit().periodName(last.from());
        options.say((raised.isNew() ? "recorded" : "declared already") + ": domain " + domain + " has " + each
                + " from " + from + " on, and " + words(budget.in(last.from() - 1)) + " in the period before");
        options.say(
                "write it as domain.budget in the files of all pipelines of the domain: what runs goes on, and the next"
                        + " start with a file that states another budget is refused");
    }

    private static String words(Declaration declared) {
        return declared.budget().words(declared.failures());
    }
}
