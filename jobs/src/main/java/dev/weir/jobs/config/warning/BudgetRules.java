package dev.weir.jobs.config.warning;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.section.DomainReader;
import java.math.BigDecimal;
import java.util.Locale;

/** Rules about budgets that are so large that hardly anything is hidden. */
final class BudgetRules {

    private static final double LARGE_EPSILON = 10;
    private static final BigDecimal LARGE_DELTA = new BigDecimal("1e-5");

    private BudgetRules() {}

    static void largeEpsilon(ReadFile file) {
        Section budget = file.budget();
        warnOfEpsilon(file, budget, file.plan().budget(), "hardly anything is hidden");
    }

    static void largeDomain(ReadFile file) {
        BudgetSplit budget = file.pipeline().domainBudget();
        if (budget != null) {
            Section stated = file.section(DomainReader.DOMAIN).section(DomainReader.BUDGET);
            warnOfEpsilon(file, stated, budget.whole(), "all pipelines of the domain together hide hardly anything");
        }
    }

    private static void warnOfEpsilon(ReadFile file, Section stated, Budget budget, String so) {
        double epsilon = BudgetReader.epsilon(budget);
        if (epsilon > LARGE_EPSILON) {
            file.warn(
                    stated,
                    BudgetReader.size(budget),
                    "above epsilon 10 a period " + so + ", was " + BudgetReader.statedEpsilon(budget));
        }
    }

    /**
     * Warns of a large delta. The guarantee allows that everything about a unit comes out with probability delta, so delta
     * should be far below 1 / the number of units.
     */
    static void largeDelta(ReadFile file) {
        BigDecimal delta = file.plan().budget().delta().value();
        if (delta.compareTo(LARGE_DELTA) > 0) {
            file.warn(
                    file.budget(),
                    BudgetReader.DELTA,
                    "above 1e-5: of so large a part of all units everything may come out; write less than 1 / the number of"
                            + " units, such as 1e-6, was "
                            + String.format(Locale.ROOT, "%.3g", delta));
        }
    }
}
