package dev.weir.jobs.config.section;

import dev.weir.accountant.journal.audit.DomainSpending;
import dev.weir.accountant.journal.audit.SpendingInterval;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.query.Plan;
import java.util.List;
import java.util.Optional;
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

    /** The field with the part of the domain's &delta; that pays for keys which nobody declares, in all pipelines together. */
    public static final Field<Delta> FOR_KEYS = Field.of(
            "delta-for-keys",
            Literals.DELTA,
            "the part of `domain.budget.delta` that pays for [discovered keys](keys-discovered.md), of all pipelines of the domain together,"
                    + " the same in the file of each. All noise has the rest. It can never be changed");

    /** The section {@code domain} of a pipeline file. */
    public static final Field<Section> DOMAIN = Field.of(
                    "domain",
                    MapType.of(Shape.of(NAME, BUDGET, FOR_KEYS)),
                    "the protected stream: all pipelines that read it share it")
            .required();

    private final Section section;
    private final String name;
    private final @Nullable BudgetSplit budget;

    /**
     * Reads the section {@code domain}.
     *
     * @param root the whole file
     */
    public DomainReader(Section root) {
        this.section = root.section(DOMAIN);
        this.name = section.read(NAME, "domain");
        this.budget = section.find(BUDGET)
                .flatMap(BudgetReader::budget)
                .flatMap(this::split)
                .orElse(null);
        if (section.has(FOR_KEYS) && !section.has(BUDGET)) {
            section.problem(FOR_KEYS, "must stand with domain.budget, whose delta it is a part of");
        }
        section.finish();
    }

    /** The budget and its part for keys; empty if that part is wrong, which is noted as a problem. */
    private Optional<BudgetSplit> split(Budget whole) {
        if (!section.has(FOR_KEYS)) {
            return Optional.of(BudgetSplit.ofNoise(whole));
        }
        Optional<Delta> keys = section.find(FOR_KEYS);
        boolean isAll = whole instanceof Budget.Concentrated && keys.equals(Optional.of(whole.delta()));
        if (whole instanceof Budget.Pure) {
            section.problem(FOR_KEYS, "needs domain.budget.delta, a part of which pays for the keys");
        } else if (isAll
                || keys.filter(part -> part.compareTo(whole.delta()) > 0).isPresent()) {
            section.problem(FOR_KEYS, "must be at most the delta of domain.budget, and less if that states rho");
        } else {
            return keys.map(part -> new BudgetSplit(whole, part));
        }
        return Optional.empty();
    }

    /** Returns the name of the domain, with which every release's id begins. */
    public String name() {
        return name;
    }

    /**
     * Returns the most that one unit may lose to all pipelines of the domain, and the part of it that pays for keys; null if the file states no
     * such budget, so that this pipeline's budget is the domain's, or if it states a wrong one.
     */
    public @Nullable BudgetSplit budget() {
        return budget;
    }

    /**
     * Notes a problem if this pipeline's budget alone exceeds the budget of the domain. Only the ledger knows what
     * other pipelines have claimed. If a part of the domain's budget pays for keys, the plan has to be known: see {@link
     * #requireRoomFor(String, Plan)}.
     *
     * @param pipeline the name of the pipeline
     * @param own the unit and budget of the pipeline
     */
    public void requireRoomFor(String pipeline, BudgetReader own) {
        if (own.isSound() && !hasKeys()) {
            requireRoomFor(pipeline, own.unit(), BudgetSplit.ofNoise(own.budget()));
        }
    }

    /**
     * Notes a problem if this pipeline's budget alone exceeds the budget of the domain, in its part for noise or in its part for keys, or
     * if the pipeline does not convert the rest as the domain does.
     *
     * @param pipeline the name of the pipeline
     * @param own the plan of the pipeline
     */
    public void requireRoomFor(String pipeline, Plan own) {
        if (budget != null && !hasKeys() && !own.keys().equals(Delta.ZERO)) {
            section.problem(
                    FOR_KEYS,
                    "must be given where keys are discovered and domain.budget is stated: it is the part of its delta that pays for the keys"
                            + " of all pipelines");
            return;
        }
        requireSameRest(own);
        requireRoomFor(pipeline, own.unit(), new BudgetSplit(own.budget(), own.keys()));
    }

    private boolean hasKeys() {
        return budget != null && !budget.keys().equals(Delta.ZERO);
    }

    /** All pipelines of a domain with discovered keys convert the same &delta; to noise: that of the domain without its part for keys. */
    private void requireSameRest(Plan own) {
        if (budget != null
                && hasKeys()
                && own.noiseBudget() instanceof Budget.Approximate noise
                && !noise.delta().equals(budget.noise().delta())) {
            section.problem(
                    FOR_KEYS,
                    "must leave the delta that this pipeline has for noise, which is privacy.budget.delta without those of its discovered"
                            + " keys, " + noise.delta().words() + ", was "
                            + budget.noise().delta().words());
        }
    }

    private void requireRoomFor(String pipeline, PrivacyUnit unit, BudgetSplit own) {
        if (budget != null) {
            Declaration declared =
                    new Declaration(unit, QueryPrice.afford(budget.noise()), Delta.ZERO).paying(budget.keys());
            SpendingInterval interval = new SpendingInterval(
                    pipeline, 0, 0, Long.MAX_VALUE, QueryPrice.afford(own.noise()), Delta.ZERO, own.keys());
            DomainSpending.overrunSum(declared, List.of(interval))
                    .ifPresent(sum -> section.problem(BUDGET, "must hold privacy.budget; " + sum));
        }
    }
}
