package dev.weir.jobs.config.warning;

import dev.weir.accountant.privacy.Amount;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.query.KeyAccountReader;
import dev.weir.jobs.config.query.SpendReader;
import dev.weir.jobs.config.release.EntryFields;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.query.KeyAccountTerms;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.Optional;

/** Rules about prices that leave nothing but noise, and about unused budget. */
final class SpendRules {

    /** The deviation of noise, in full-size records, above which noise exceeds any sensible value of one row. */
    private static final double DROWNED = 1000;

    /** The deviation of noise, in full-size records, up to which a query with one contribution has enough budget. */
    private static final double BUDGET_IS_ENOUGH = 100;

    private static final BigDecimal SMALL_SHARE = new BigDecimal("0.1");
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final BigDecimal LIGHT = new BigDecimal("0.01");

    private SpendRules() {}

    /** The value of a query whose noise is largest relative to a full-size record. */
    private static Optional<Accuracy> noisiest(ReadQuery query) {
        return query.priced().accuracies().stream().max(Comparator.comparingDouble(SpendRules::records));
    }

    /** The deviation of a value's noise in full-size records. */
    private static double records(Accuracy accuracy) {
        return accuracy.stddev() / accuracy.sensitivity().doubleValue();
    }

    private static boolean isDrowned(ReadQuery query) {
        return noisiest(query).filter(worst -> records(worst) > DROWNED).isPresent();
    }

    /**
     * The noise, in full-size records, that the query would have with one contribution. Noise is in proportion to the
     * number of contributions, or to its root.
     */
    private static double noiseOfOne(ReadQuery query) {
        double contributions = query.priced().price().contributions();
        return noisiest(query)
                .map(worst -> records(worst) / root(query, contributions))
                .orElse(0.0);
    }

    private static double root(ReadQuery query, double number) {
        return query.priced().price().isGaussian() ? Math.sqrt(number) : number;
    }

    /** The query's part of the budget, from 0 to 1. */
    private static BigDecimal part(ReadQuery query) {
        Amount all = query.file().plan().noise();
        return query.priced().price().share().value().divide(all.value(), MathContext.DECIMAL32);
    }

    private static boolean isShareSmall(ReadQuery query) {
        return query.spend().has(SpendReader.SHARE)
                && part(query).compareTo(SMALL_SHARE) < 0
                && noiseOfOne(query) * root(query, part(query).doubleValue()) <= BUDGET_IS_ENOUGH;
    }

    /**
     * The field of {@code spend} that makes the noise of a query too large; empty if the cause is the budget of all
     * queries.
     */
    private static Optional<Field<?>> drowning(ReadQuery query) {
        if (isShareSmall(query)) {
            return Optional.of(SpendReader.SHARE);
        }
        return noiseOfOne(query) <= BUDGET_IS_ENOUGH ? Optional.of(SpendReader.CONTRIBUTIONS) : Optional.empty();
    }

    static void drownedQuery(ReadQuery query) {
        drowning(query)
                .filter(field -> isDrowned(query))
                .ifPresent(field -> query.warn(query.spend(), field, noise(query) + ": " + remedy(field)));
    }

    private static String remedy(Field<?> field) {
        return field.equals(SpendReader.SHARE) ? "a larger one buys less noise" : "fewer buy less noise";
    }

    private static String noise(ReadQuery query) {
        Accuracy worst = noisiest(query).orElseThrow();
        String size = ExpectedError.number(records(worst));
        return "the noise of " + worst.name() + " in every row is as large as " + size
                + " full-size records, beyond any sensible value";
    }

    static void drownedBudget(ReadFile file) {
        file.queries().stream()
                .filter(SpendRules::isDrowned)
                .filter(query -> drowning(query).isEmpty())
                .findFirst()
                .ifPresent(query -> file.warn(
                        file.budget(),
                        BudgetReader.size(file.plan().budget()),
                        noise(query) + ": a larger one buys less noise"));
    }

    static void unusedBudget(ReadFile file) {
        boolean areExplicit =
                file.queries().stream().allMatch(query -> query.spend().has(SpendReader.SHARE));
        BigDecimal used = file.queries().stream().map(SpendRules::part).reduce(BigDecimal.ZERO, BigDecimal::add);
        if (areExplicit && used.compareTo(HALF) < 0) {
            ReadQuery last = file.queries().get(file.queries().size() - 1);
            file.warn(
                    last.spend(),
                    SpendReader.SHARE,
                    "the shares of all queries use " + ExpectedError.number(used.doubleValue())
                            + " of the budget, and what is left buys nothing");
        }
    }

    static void lightWeight(ReadQuery query) {
        BigDecimal all =
                query.query().aggregates().stream().map(Aggregate::weight).reduce(BigDecimal.ZERO, BigDecimal::add);
        for (Section entry : query.entries()) {
            BigDecimal weight = entry.read(EntryFields.WEIGHT, BigDecimal.ONE);
            if (entry.has(EntryFields.WEIGHT) && weight.compareTo(all.multiply(LIGHT)) < 0) {
                query.warn(
                        entry,
                        EntryFields.WEIGHT,
                        "is less than a hundredth of the query's: the value gets as much more noise");
            }
        }
    }

    static void emptyKeyAccount(ReadQuery query) {
        KeyAccountTerms terms = query.query().keyAccount();
        if (terms != null && terms.limit().compareTo(query.priced().releaseCost()) < 0) {
            query.warn(
                    query.section().section(KeyAccountReader.KEY_ACCOUNT),
                    KeyAccountReader.BUDGET,
                    "does not afford a single release: every row would be withheld");
        }
    }
}
