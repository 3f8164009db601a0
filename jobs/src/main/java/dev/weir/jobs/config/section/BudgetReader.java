package dev.weir.jobs.config.section;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import java.math.BigDecimal;
import java.util.Optional;

/** Reads the privacy unit and the budget of a pipeline. */
public final class BudgetReader {

    private static final double MEANINGLESS = 100;
    /** The largest whole amount that a {@code long} can hold in units of 1e-15: {@link Amount} counts so. */
    private static final BigDecimal LARGEST = new BigDecimal("9223");

    private static final Literal<BigDecimal> AMOUNT = Literals.POSITIVE
            .within("maximum", LARGEST)
            .checked(item -> {
                if (Literals.POSITIVE.parser().apply(item).compareTo(LARGEST) > 0) {
                    throw Literals.refusal("at most 9223", item);
                }
            });

    /** The field with the epsilon of a budget of pure or approximate differential privacy. */
    public static final Field<BigDecimal> EPSILON = Field.of(
                    "epsilon",
                    AMOUNT,
                    "alone: pure differential privacy, Laplace noise. Above 10 there is a warning, above 100 an error")
            .neededIf("one of the two");

    /** The field with the rho of a budget of zero-concentrated differential privacy. */
    public static final Field<BigDecimal> RHO = Field.of(
                    "rho",
                    AMOUNT,
                    "zero-concentrated differential privacy, Gaussian noise; `delta` then is what it is reported at")
            .neededIf("one of the two");

    /**
     * The field with the delta of a budget: with {@link #EPSILON} a part of the guarantee, with {@link #RHO} the delta at which
     * an epsilon is reported.
     */
    public static final Field<Delta> DELTA = Field.of(
                    "delta",
                    Literals.DELTA,
                    "with `epsilon`: Gaussian noise. From 1e-24 to below 1; above 1e-5 there is a warning, because of so large a part"
                            + " of all units everything may come out")
            .neededIf("with `rho`");

    /** The shape of the budget of a unit, a domain or a key. */
    public static final Shape SHAPE = Shape.of(EPSILON, RHO, DELTA).withOneOf(EPSILON, RHO);

    private static final Field<UnitKind> UNIT = Field.of(
                    "unit",
                    Literals.choice(UnitKind.values()),
                    "`user` (one person for ever); `user-per-hour`, `user-per-day`, `user-per-week` (from Monday), `user-per-month`, by event time;"
                            + " or `event` (one record)")
            .required();

    /** The field with the zone whose days, weeks or months the periods of the unit are. */
    public static final Field<PinnedZone> ZONE = Field.of(
            "zone",
            Literals.ZONE,
            "whose days, weeks or months the unit's periods are, and those of key accounts: such as `Europe/Berlin`. By default UTC, and"
                    + " always for hours. The same for all pipelines of a domain, for ever: see [calendars](pipeline-windows.md#periods-of-the-unit)");

    /** The field with the budget of the pipeline, which is the most that one unit may lose. */
    public static final Field<Section> BUDGET = Field.of(
                    "budget", MapType.of(SHAPE), "what one unit may lose at most, to all queries together")
            .required();

    /** The section {@code privacy} of a pipeline file. */
    public static final Field<Section> PRIVACY = Field.of(
                    "privacy", MapType.of(Shape.of(UNIT, ZONE, BUDGET)), "who is protected, and how well")
            .required();

    private final PrivacyUnit unit;
    private final Budget budget;
    private final boolean sound;

    /**
     * Reads the section {@code privacy}.
     *
     * @param root the whole file
     */
    public BudgetReader(Section root) {
        Section section = root.section(PRIVACY);
        unit = unit(section);
        Section stated = section.section(BUDGET);
        int before = section.problemsSoFar();
        Budget standIn = new Budget.Pure(BigDecimal.ONE);
        budget = budget(stated).orElse(standIn);
        sound = stated.isSound(before);
        if (sound) {
            checkSize(stated);
        }
        section.finish();
    }

    private static PrivacyUnit unit(Section section) {
        UnitKind kind = section.read(UNIT, UnitKind.USER);
        Optional<PinnedZone> zone = section.find(ZONE);
        if (section.has(ZONE) && !kind.hasDates()) {
            section.problem(ZONE, "must not be given: it is for user-per-day, user-per-week and user-per-month");
            return PrivacyUnit.of(kind);
        }
        return zone.map(PrivacyUnit.of(kind)::in).orElse(PrivacyUnit.of(kind));
    }

    /** Returns the privacy unit. */
    public PrivacyUnit unit() {
        return unit;
    }

    /** Returns the most that one unit may lose; a substitute if the file states no valid budget: see {@link #isSound()}. */
    public Budget budget() {
        return budget;
    }

    /** Whether the file states a valid budget. */
    public boolean isSound() {
        return sound;
    }

    /** Returns the currency in which the budget is counted. */
    public Currency currency() {
        return budget instanceof Budget.Pure ? Currency.EPSILON : Currency.HALF_MU_SQUARED;
    }

    /**
     * Returns the field that states the size of a budget.
     *
     * @param budget a budget of any kind
     */
    public static Field<BigDecimal> size(Budget budget) {
        return budget instanceof Budget.Concentrated ? RHO : EPSILON;
    }

    /**
     * Reads the budget that a section states. Empty if the budget is missing or wrong, which is noted as a problem.
     *
     * @param section a map of {@link #SHAPE}
     */
    public static Optional<Budget> budget(Section section) {
        Optional<BigDecimal> epsilon = section.find(EPSILON);
        Optional<BigDecimal> rho = section.find(RHO);
        Optional<Delta> delta = section.find(DELTA);
        requireOne(section);
        requireDeltaOfRho(section);
        section.finish();
        if (rho.isPresent()) {
            return delta.map(at -> new Budget.Concentrated(rho.get(), at));
        }
        Optional<Budget> pure = epsilon.map(Budget.Pure::new);
        return section.has(DELTA) ? epsilon.flatMap(e -> delta.map(at -> new Budget.Approximate(e, at))) : pure;
    }

    private static void requireDeltaOfRho(Section section) {
        if (section.has(RHO) && !section.has(DELTA)) {
            section.problem(DELTA, "must be given, to report rho at");
        }
    }

    private static void requireOne(Section section) {
        if (section.has(EPSILON) == section.has(RHO)) {
            section.problem(section.has(RHO) ? RHO : EPSILON, "exactly one of epsilon and rho must be given");
        }
    }

    /**
     * Reads the limit of a key account: epsilon alone, epsilon and delta, or rho, for which delta may be left out. Empty if the
     * limit is missing or wrong, which is noted as a problem.
     *
     * @param section a map of {@link #SHAPE}
     */
    public static Optional<Amount> account(Section section) {
        if (section.has(RHO) && !section.has(DELTA)) {
            requireOne(section);
            Optional<BigDecimal> rho = section.find(RHO);
            section.finish();
            return rho.map(value -> Amount.atMost(Currency.HALF_MU_SQUARED, value));
        }
        int before = section.problemsSoFar();
        return budget(section).filter(any -> section.isSound(before)).map(QueryPrice::afford);
    }

    private void checkSize(Section stated) {
        if (epsilon(budget) > MEANINGLESS) {
            stated.problem(size(budget), "must be at most epsilon 100 a period, was " + statedEpsilon(budget));
        }
    }

    /**
     * Returns the epsilon of a budget. For a budget in rho this is the epsilon, at the budget's delta, of a Gaussian mechanism
     * with this rho.
     *
     * @param budget a budget of any kind
     */
    public static double epsilon(Budget budget) {
        return budget instanceof Budget.Concentrated concentrated
                ? GaussianCurve.epsilon(
                        Math.sqrt(2 * concentrated.rho().doubleValue()),
                        concentrated.delta().value().doubleValue())
                : stated(budget).doubleValue();
    }

    /**
     * Returns the epsilon of a budget in words.
     *
     * @param budget a budget of any kind
     */
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
