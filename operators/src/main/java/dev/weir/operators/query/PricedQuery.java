package dev.weir.operators.query;

import dev.weir.accountant.account.KeyAccount;
import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.SimultaneousBand;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.account.LevelPrice;
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
 * A query and the price of its releases, which follows from the query's share of the budget. There is one variant for
 * independent noise in every cell, and one for correlated noise over a series of cells.
 */
public sealed interface PricedQuery extends Serializable
        permits PricedCells, PricedLevelTotals, PricedLevels, PricedTotals {

    /** The query. */
    Query query();

    /** The price: the query's share, its contributions, and the full size of a record for each aggregate. */
    QueryPrice price();

    /** The account that the gate keeps for one unit. */
    UnitAccount account();

    /**
     * Whether every record is charged the same number of parts of the account under this price and under another price
     * of the same query. The two prices then differ only in the noise and in the privacy loss that one part represents.
     *
     * @param other the other price
     */
    default boolean chargesAs(PricedQuery other) {
        return chargeTerms().equals(other.chargeTerms());
    }

    /**
     * The terms that determine how many parts a record is charged. If two prices have equal lists, their charges for
     * every record are equal.
     */
    List<Object> chargeTerms();

    /** Creates rules for the charges and effects of records, for use by one thread. */
    CellRules rules();

    /** Creates a sampler of the noisy numbers of a key at a step, for use by one thread. */
    StepDraws draws();

    /**
     * The number of noisy totals of earlier steps that are kept for each number because later releases need them; at
     * least 0.
     */
    default long keptTotals() {
        return 0;
    }

    /** The noise of the series of each measured number, in the order of {@link Query#layout}; empty if every cell has independent noise. */
    default List<CorrelatedNoise> measuredNoises() {
        return List.of();
    }

    /**
     * The distributions of the noise in the measured numbers at a step of a series, one for each aggregate, in the
     * order of the aggregates; empty if no released value needs them. Intervals are computed from their 95 % points,
     * which may be slightly too large. If every cell has independent noise, the noise is drawn from these
     * distributions.
     *
     * @param step the step of the series; ignored if every cell has independent noise
     */
    List<AdditiveNoise> laws(long step);

    /**
     * Whether {@link #errorLaw} is the distribution of the errors of every row: rows of levels are estimates, each with an error of its own.
     */
    default boolean hasErrorLaw() {
        return true;
    }

    /**
     * The distribution of an aggregate's noise, for statements about errors.
     *
     * @param aggregate the number of the aggregate
     * @param step the step of the series; ignored if every cell has independent noise
     */
    AdditiveNoise errorLaw(int aggregate, long step);

    /**
     * The step whose errors {@link #accuracies} states: the last step that the noise is tuned for; 1 if every cell has
     * independent noise.
     */
    default long plannedSteps() {
        return 1;
    }

    /** The last step of a series; 1 if every cell has independent noise. */
    default long lastStep() {
        return 1;
    }

    /** Whether nobody declared the keys, so that they are announced. */
    default boolean discoversKeys() {
        return query().keys().discovered().isPresent();
    }

    /** The name of the mechanism in the literature. */
    String mechanism();

    /**
     * The encoding, for a fingerprint, of everything apart from {@link #price} that determines the noise; null if the
     * price alone determines it.
     */
    @Nullable TaggedFields identity();

    /**
     * The standard deviations of the noise in the measured numbers, in grid steps, in the order of the aggregates.
     *
     * @param step the step of the series; ignored if every cell has independent noise
     */
    double[] stddevs(long step);

    /** The accuracy of each released value, in the order of the aggregates and their names. */
    List<Accuracy> accuracies();

    /**
     * The number of full-size records, each in a different cell or under a different key, that a unit's account
     * affords. It is {@link QueryPrice#contributions}, or fewer if the bounds of a series admit fewer records and the
     * noise is therefore smaller.
     *
     * @return at least 1
     */
    default long affords() {
        return price().contributions();
    }

    /**
     * A phrase that says where the records counted by {@link #affords} must lie, and what several records in one place
     * cost.
     */
    String affordsWords();

    /** Whether the account affords all records that the bounds of a series admit. */
    default boolean affordsAllRecords() {
        return false;
    }

    /**
     * The price of one of the records that {@link #affords} counts, in the currency of the share, rounded up to 16
     * digits.
     */
    default BigDecimal recordPrice() {
        return price().share().value().divide(BigDecimal.valueOf(price().contributions()), PriceTerms.UP);
    }

    /** The charge to a key's account: for each release, or with correlated noise once for the whole series. */
    Amount releaseCost();

    /**
     * The thing for which a key's account is charged once, in words.
     *
     * @param each a noun for one of these things: "window" or "series"
     * @param words a plural noun for several of them
     */
    record KeyCharge(String each, String words) {}

    /** The thing, in words, that {@link #releaseCost} is the charge for. */
    KeyCharge keyCharge();

    /**
     * The errors step by step; empty if every cell has independent noise, because {@link #accuracies} then states all
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
         * The last step for which a confidence band is stated before any row is released, at most {@link
         * PricedQuery#plannedSteps}.
         *
         * @param schedule the schedule of the releases
         */
        long bandSteps(Schedule schedule);

        /**
         * The simultaneous confidence band of all releases of one series up to a step, with probability 0.95, in grid
         * steps. For a block it is the band of the block's first number.
         *
         * @param aggregate the number of the aggregate, from 0
         * @param steps the last step of the band, at least 1
         */
        SimultaneousBand band(int aggregate, long steps);

        /**
         * The standard deviations that simpler mechanisms would have for the same releases at {@link
         * PricedQuery#plannedSteps}.
         *
         * @param aggregate the number of the aggregate, from 0
         */
        NaiveErrors naiveErrors(int aggregate);
    }

    /**
     * Whether a key has a total and a draw of its own. A key of a level that is not measured has none: its rows are estimated from others.
     *
     * @param key the number of a known key
     */
    default boolean isDrawn(int key) {
        return true;
    }

    /** How many numbers the outcome of a released key has. */
    default int releasedNumbers() {
        return query().layout().measured();
    }

    /** The noise of the rows of a query with levels; empty without levels. */
    default Optional<LevelNoise> levelNoise() {
        return Optional.empty();
    }

    /** The price of a record at each level, if windows have independent noise; empty in series and without levels. */
    default Optional<LevelPrice> levelPrice() {
        return Optional.empty();
    }

    /** The account of each key; null if the query does not limit the loss of keys. */
    default @Nullable KeyAccount keyAccount() {
        KeyAccountTerms terms = query().keyAccount();
        return terms == null ? null : new KeyAccount(terms.limit(), terms.periods(), releaseCost());
    }

    /**
     * Prices a query by its share of a unit's budget.
     *
     * @param asked the query
     * @param share the share of the unit's budget that the query was granted, above 0
     */
    static PricedQuery of(Query asked, Amount share) {
        Query query = asked.preparedFor(Norm.of(share.currency()));
        QueryPrice price = PriceTerms.price(query, share);
        boolean hasLevels = query.keys().levels().isPresent();
        return query.window()
                .sums()
                .<PricedQuery>map(sums ->
                        hasLevels ? PricedLevelTotals.of(query, sums, price) : PricedTotals.of(query, sums, price))
                .orElseGet(() -> hasLevels ? PricedLevels.of(query, price) : new PricedCells(query, price));
    }
}
