package dev.weir.jobs.config.section;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.Tenure;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the name of the domain, and the budget that its pipelines share. */
public final class DomainReader {

    private final Section section;
    private final String name;
    private final @Nullable Budget budget;

    public DomainReader(Section section) {
        this.section = section;
        this.name = section.required("name", Literals::name, "domain");
        this.budget = section.has("budget")
                ? BudgetReader.budget(section.section("budget")).orElse(null)
                : null;
        section.finish();
    }

    public String name() {
        return name;
    }

    /** What one unit may lose to all pipelines of the domain; null if this pipeline's budget is the domain's. */
    public @Nullable Budget budget() {
        return budget;
    }

    /** Notes if the domain's budget cannot hold this pipeline's alone. What others take of it the ledger knows. */
    public void requireRoomFor(String pipeline, BudgetReader own) {
        if (budget != null && own.isSound()) {
            Declaration declared = new Declaration(own.unit(), QueryPrice.afford(budget), Delta.ZERO);
            Tenure tenure = new Tenure(pipeline, 0, 0, Long.MAX_VALUE, QueryPrice.afford(own.budget()), Delta.ZERO);
            DomainSpending.overrunSum(declared, List.of(tenure))
                    .ifPresent(sum -> section.problem("budget", "must hold privacy.budget; " + sum));
        }
    }
}
