package dev.weir.jobs.config.section;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.yaml.Item;
import java.math.BigDecimal;
import java.util.Optional;

/** Reads the privacy unit and the budget. */
public final class BudgetReader {

    private static final double MEANINGLESS = 100;
    /** The largest amount that steps of 1e-15 count in 64 bits. */
    private static final BigDecimal LARGEST = new BigDecimal("9223");

    private final PrivacyUnit unit;
    private final Budget budget;
    private final boolean sound;

    public BudgetReader(Section section) {
        unit = section.required("unit", Literals.choice(PrivacyUnit.values()), PrivacyUnit.USER);
        Section stated = section.section("budget");
        int before = section.problemsSoFar();
        Budget standIn = new Budget.Pure(BigDecimal.ONE);
        budget = budget(stated).orElse(standIn);
        sound = stated.isSound(before);
        if (sound) {
            checkSize(stated);
        }
        section.finish();
    }

    public PrivacyUnit unit() {
        return unit;
    }

    public Budget budget() {
        return budget;
    }

    /** Whether the budget is the one that the file states, and not a stand-in for a wrong one. */
    public boolean isSound() {
        return sound;
    }

    public Currency currency() {
        return budget instanceof Budget.Pure ? Currency.EPSILON : Currency.HALF_MU_SQUARED;
    }

    /** The budget that a section states; empty if it states none, or a wrong one, which is noted. */
    public static Optional<Budget> budget(Section section) {
        Optional<BigDecimal> epsilon = section.find("epsilon", BudgetReader::amount);
        Optional<BigDecimal> rho = section.find("rho", BudgetReader::amount);
        Optional<Delta> delta = section.find("delta", Literals::delta);
        requireOne(section);
        requireDeltaOfRho(section);
        section.finish();
        if (rho.isPresent()) {
            return delta.map(at -> new Budget.Concentrated(rho.get(), at));
        }
        Optional<Budget> pure = epsilon.map(Budget.Pure::new);
        return section.has("delta") ? epsilon.flatMap(e -> delta.map(at -> new Budget.Approximate(e, at))) : pure;
    }

    private static void requireDeltaOfRho(Section section) {
        if (section.has("rho") && !section.has("delta")) {
            section.problem("delta", "must be given, to report rho at");
        }
    }

    private static void requireOne(Section section) {
        if (section.has("epsilon") == section.has("rho")) {
            section.problem(section.has("rho") ? "rho" : "epsilon", "exactly one of epsilon and rho must be given");
        }
    }

    /** The limit of a key account: epsilon, (epsilon, delta), or rho without a delta. */
    public static Optional<Amount> account(Section section) {
        if (section.has("rho") && !section.has("delta")) {
            requireOne(section);
            Optional<BigDecimal> rho = section.find("rho", BudgetReader::amount);
            section.finish();
            return rho.map(value -> Amount.atMost(Currency.HALF_MU_SQUARED, value));
        }
        int before = section.problemsSoFar();
        return budget(section).filter(any -> section.isSound(before)).map(QueryPrice::afford);
    }

    private static BigDecimal amount(Item item) {
        BigDecimal value = Literals.positive(item);
        if (value.compareTo(LARGEST) > 0) {
            throw Literals.refusal("at most 9223", item);
        }
        return value;
    }

    private void checkSize(Section stated) {
        if (epsilon(budget) > MEANINGLESS) {
            stated.problem(
                    budget instanceof Budget.Concentrated ? "rho" : "epsilon",
                    "must be at most epsilon 100 a period, was " + statedEpsilon(budget));
        }
    }

    /** The epsilon of a budget: the one that is stated, or that of rho at the delta of the budget. */
    public static double epsilon(Budget budget) {
        return budget instanceof Budget.Concentrated concentrated
                ? GaussianCurve.epsilon(
                        Math.sqrt(2 * concentrated.rho().doubleValue()),
                        concentrated.delta().value().doubleValue())
                : stated(budget).doubleValue();
    }

    /** The epsilon of a budget in words. */
    public static String statedEpsilon(Budget budget) {
        return budget instanceof Budget.Concentrated concentrated
                ? "epsilon " + epsilon(budget) + " at delta "
                        + concentrated.delta().value().stripTrailingZeros().toPlainString()
                : stated(budget).toString();
    }

    private static BigDecimal stated(Budget budget) {
        return budget instanceof Budget.Pure pure
                ? pure.epsilon()
                : budget instanceof Budget.Approximate approximate ? approximate.epsilon() : BigDecimal.ZERO;
    }
}
