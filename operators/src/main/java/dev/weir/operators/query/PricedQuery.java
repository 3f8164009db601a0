package dev.weir.operators.query;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.time.Schedule;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A query and the price of its releases, which follows from the share of the budget that it was granted. There is one
 * variant for independent noise in every cell, and one for correlated noise over a series of cells.
 */
public sealed interface PricedQuery extends Serializable permits PricedCells, PricedTotals {

    /** The query. */
    Query query();

    /** The share of the query and the full-size records of its aggregates. */
    QueryPrice price();

    /** The account that the gate keeps for one unit. */
    UnitAccount account();

    /**
     * Whether every record is charged as many parts of the account as under another price of the same query. Then the
     * two prices differ in the noise and the worth of a part alone.
     *
     * @param other the other price
     */
    default boolean chargesAs(PricedQuery other) {
        return chargeTerms().equals(other.chargeTerms());
    }

    /**
     * The terms that determine how many parts a record is charged: two lists are equal if and only if the charges of
     * all records are.
     */
    List<Object> chargeTerms();

    /** New rules for the charges and effects of records, for one thread. */
    CellRules rules();

    /** New sampler of the numbers of a key at a step, for one thread. */
    StepDraws draws();

    /** How many noisy totals of earlier steps are kept for each number, because later releases refer to them; at least 0. */
    default long keptTotals() {
        return 0;
    }

    /**
     * The distributions of the noise in the measured numbers at a step of a series, one for each aggregate in their
     * order, or none if no released value needs them. Their 95 % points are used in intervals, and may be slightly too
     * large. If every cell has independent noise, they are the distributions that the noise is drawn from.
     *
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    List<AdditiveNoise> laws(long step);

    /**
     * The distribution of an aggregate's noise, for statements about errors.
     *
     * @param aggregate the number of the aggregate
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    AdditiveNoise errorLaw(int aggregate, long step);

    /**
     * The step whose errors {@link #accuracies} states: the last one that the noise is tuned for; 1 if every cell has
     * independent noise.
     */
    default long plannedSteps() {
        return 1;
    }

    /** The last step of a series; 1 if every cell has independent noise. */
    default long lastStep() {
        return 1;
    }

    /** The name of the mechanism in the literature. */
    String mechanism();

    /**
     * The encoding, for a fingerprint, of everything apart from {@link #price} that determines the noise; null if there
     * is nothing.
     */
    @Nullable TaggedFields identity();

    /**
     * The standard deviations of the noise in the measured numbers, in grid steps, in the order of the aggregates.
     *
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    double[] stddevs(long step);

    /** The accuracy of each released value, in the order of the aggregates and their names. */
    List<Accuracy> accuracies();

    /**
     * How many full-size records of a unit, each in a different cell or under a different key, its account affords:
     * {@link QueryPrice#contributions}, or fewer if the bounds of a series admit fewer and the noise is therefore
     * smaller.
     *
     * @return at least 1
     */
    default long affords() {
        return price().contributions();
    }

    /** A phrase that names the places of the records that {@link #affords} counts, and the price of others. */
    String affordsWords();

    /** Whether the account affords all records that the bounds of a series admit. */
    default boolean affordsAllRecords() {
        return false;
    }

    /** The price of a record that {@link #affords} counts, in the currency of the share, rounded up to 16 digits. */
    default BigDecimal recordPrice() {
        return price().share().value().divide(BigDecimal.valueOf(price().contributions()), PriceTerms.UP);
    }

    /** The charge to a key's account for a release, or, for correlated noise, once for the series. */
    Amount releaseCost();

    /**
     * The unit of releases that a key's account is charged for.
     *
     * @param each one of them, as a noun
     * @param words several of them, as a noun
     */
    record KeyCharge(String each, String words) {}

    /** The unit of releases that {@link #releaseCost} is the charge for. */
    KeyCharge keyCharge();

    /**
     * The errors step by step; empty if every cell has independent noise, so that {@link #accuracies} states all
     * errors.
     */
    default Optional<StepErrors> stepErrors() {
        return Optional.empty();
    }

    /** The errors of a series of releases, in grid steps. */
    interface StepErrors {

        /** A phrase that names the releases whose errors {@link PricedQuery#accuracies} states. */
        String planned();

        /**
         * How many steps the release of a step sums.
         *
         * @param step the step, at least 1
         */
        long held(long step);

        /**
         * The last step for which a band is stated before there are rows, at most {@link PricedQuery#plannedSteps}.
         *
         * @param schedule the schedule of the releases
         */
        long bandSteps(Schedule schedule);

        /**
         * The simultaneous confidence band of all releases of one series up to a step, with probability 0.95, in grid
         * steps; for a block that of its first number.
         *
         * @param aggregate the number of the aggregate, from 0
         * @param steps the last step of the band, at least 1
         */
        SimultaneousBand band(int aggregate, long steps);

        /**
         * The standard deviations at {@link PricedQuery#plannedSteps} of the simple ways to make the same releases.
         *
         * @param aggregate the number of the aggregate, from 0
         */
        NaiveErrors naiveErrors(int aggregate);
    }

    /** The account of each key; null if the query does not limit the loss of keys. */
    default @Nullable KeyAccount keyAccount() {
        KeyAccountTerms terms = query().keyAccount();
        return terms == null ? null : new KeyAccount(terms.limit(), terms.periodMillis(), releaseCost());
    }

    /**
     * Prices a query by the share of a unit's budget that it was granted.
     *
     * @param asked the query
     * @param share the share of the unit's budget that the query was granted, above 0
     */
    static PricedQuery of(Query asked, Amount share) {
        Query query = asked.preparedFor(Norm.of(share.currency()));
        QueryPrice price = PriceTerms.price(query, share);
        return query.window()
                .sums()
                .<PricedQuery>map(sums -> PricedTotals.of(query, sums, price))
                .orElseGet(() -> new PricedCells(query, price));
    }
}
