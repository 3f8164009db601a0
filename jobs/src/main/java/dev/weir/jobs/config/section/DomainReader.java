package dev.weir.jobs.config.section;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.query.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the name of the domain, and the budget that its pipelines share. */
public final class DomainReader {

    private static final Field<String> NAME = Field.of(
                    "name",
                    Literals.NAME,
                    "of the domain; first part of every release's id. Another name is another budget, whose losses add")
            .required();

    /** The field with the budget of the domain: the most that one unit may lose to all its pipelines. */
    public static final Field<Section> BUDGET = Field.of(
            "budget",
            MapType.of(BudgetReader.SHAPE),
            "of the domain: what one unit may lose to all pipelines of the domain together, the same in the file of each; by default"
                    + " this pipeline's own, which leaves no room for others. The first start declares it; for periods of the"
                    + " unit that have not begun it can be [raised](ledger-repair.md#a-larger-budget); `replay` adds up and tells where"
                    + " none is given");

    /** The section {@code domain} of a pipeline file. */
    public static final Field<Section> DOMAIN = Field.of(
                    "domain",
                    MapType.of(Shape.of(NAME, BUDGET)),
                    "the protected stream: all pipelines that read it share it")
            .required();

    private final Section section;
    private final String name;
    private final @Nullable Budget budget;

    /**
     * Reads the section {@code domain}.
     *
     * @param root the whole file
     */
    public DomainReader(Section root) {
        this.section = root.section(DOMAIN);
        this.name = section.read(NAME, "domain");
        this.budget = section.find(BUDGET).flatMap(BudgetReader::budget).orElse(null);
        section.finish();
    }

    /** Returns the name of the domain, with which every release's id begins. */
    public String name() {
        return name;
    }

    /**
     * Returns the most that one unit may lose to all pipelines of the domain; null if the file states no such budget, so that
     * this pipeline's budget is the domain's, or if it states a wrong one.
     */
    public @Nullable Budget budget() {
        return budget;
    }

    /**
     * Notes a problem if this pipeline's budget alone exceeds the budget of the domain. Only the ledger knows what
     * other pipelines have claimed.
     *
     * @param pipeline the name of the pipeline
     * @param own the unit and budget of the pipeline
     */
    public void requireRoomFor(String pipeline, BudgetReader own) {
        if (own.isSound()) {
            requireRoomFor(pipeline, own.unit(), own.budget());
        }
    }

    /**
     * Notes a problem if this pipeline's budget alone exceeds the budget of the domain.
     *
     * @param pipeline the name of the pipeline
     * @param own the plan of the pipeline
     */
    public void requireRoomFor(String pipeline, Plan own) {
        requireRoomFor(pipeline, own.unit(), own.budget());
    }

    /**
     * Notes a problem if the file states the domain's budget apart and the plan discovers keys: the domain's budget does not say which part of
     * its delta pays for keys.
     *
     * @param plan the plan of the pipeline
     */
    public void refuseKeys(Plan plan) {
        if (budget != null && !plan.keys().equals(Delta.ZERO)) {
            section.problem(
                    BUDGET,
                    "must be left out where keys are discovered: it does not say which part of its delta pays for keys, so this pipeline must"
                            + " be the only one of its domain");
        }
    }

    private void requireRoomFor(String pipeline, PrivacyUnit unit, Budget own) {
        if (budget != null) {
            Declaration declared = new Declaration(unit, QueryPrice.afford(budget), Delta.ZERO);
            SpendingInterval interval = new SpendingInterval(
                    pipeline, 0, 0, Long.MAX_VALUE, QueryPrice.afford(own), Delta.ZERO, Delta.ZERO);
            DomainSpending.overrunSum(declared, List.of(interval))
                    .ifPresent(sum -> section.problem(BUDGET, "must hold privacy.budget; " + sum));
        }
    }
}
