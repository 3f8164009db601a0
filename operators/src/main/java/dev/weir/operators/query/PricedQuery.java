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
 * A query and the price of its releases, which follows from the share of the budget that it was granted. There is one variant
 * for noise of its own in every cell, and one for noise that belongs together over a series of cells.
 */
public sealed interface PricedQuery extends Serializable permits PricedCells, PricedTotals {

    /** What is asked. */
    Query query();

    /** What the query may spend, and what full-size records of its aggregates are. */
    QueryPrice price();

    /** The account that the gate keeps for one unit. */
    UnitAccount account();

    /**
     * Whether records cost as many parts of the account as by another price of the same query, whatever they are: then the two differ
     * in what a part is worth, and in the noise, alone.
     */
    default boolean chargesAs(PricedQuery other) {
        return chargeTerms().equals(other.chargeTerms());
    }

    /** What the parts follow from that a record costs: equal values, of whatever types, if and only if they are the same for every record. */
    List<Object> chargeTerms();

    /** What a record costs its unit and by how much it moves its cell: new rules, for one thread. */
    CellRules rules();

    /** What draws the released numbers of a key at a step: new draws, for one thread. */
    StepDraws draws();

    /** How many noisy totals of earlier steps are kept for each number, because later releases refer to them; at least 0. */
    default long keptTotals() {
        return 0;
    }

    /**
     * The law of the noise in what is measured at a step of a series, one for each aggregate in their order, or none where nothing
     * that is released needs it: its 95 % points are those of intervals, and may be of a little more noise than there is. Where every cell
     * has noise of its own, it is the law that the noise is drawn from.
     *
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    List<AdditiveNoise> laws(long step);

    /**
     * The law of an aggregate's noise as far as errors go.
     *
     * @param aggregate its number
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    AdditiveNoise errorLaw(int aggregate, long step);

    /** The step whose errors {@link #accuracies} states: the last one that noise is tuned for; 1 where every cell has noise of its own. */
    default long plannedSteps() {
        return 1;
    }

    /** The last step of a series; 1 where every cell has noise of its own. */
    default long lastStep() {
        return 1;
    }

    /** The name under which people know the mechanism. */
    String mechanism();

    /** What determines the noise beside {@link #price}, for a fingerprint; absent if nothing does. */
    @Nullable TaggedFields identity();

    /**
     * The standard deviations of the noise in what is measured, in grid steps: one for each measured number of the aggregates,
     * in their order.
     *
     * @param step the step of the series; of no meaning where every cell has noise of its own
     */
    double[] stddevs(long step);

    /** The accuracy of each released value, in the order of the aggregates and their names. */
    List<Accuracy> accuracies();

    /**
     * How many full-size records of a unit, each in a cell or under a key of its own, its account affords: what {@link QueryPrice#contributions}
     * says, or fewer where the bounds of a series admit less than that and noise is smaller for it.
     *
     * @return at least 1
     */
    default long affords() {
        return price().contributions();
    }

    /** A phrase that says where the records are that {@link #affords} counts, and what others cost. */
    String affordsWords();

    /** Whether no records that the bounds of a series admit overdraw the account. */
    default boolean affordsAllRecords() {
        return false;
    }

    /** What such a record costs in the currency of the share, rounded up to 16 digits. */
    default BigDecimal recordPrice() {
        return price().share().value().divide(BigDecimal.valueOf(price().contributions()), PriceTerms.UP);
    }

    /** What the account of a key is charged for a release, or, where noise belongs to a series, once for the series. */
    Amount releaseCost();

    /**
     * What the account of a key is charged for.
     *
     * @param each one of them, in a word
     * @param words many of them
     */
    record KeyCharge(String each, String words) {}

    /** What the account of a key is charged {@link #releaseCost} for. */
    KeyCharge keyCharge();

    /** What is known of errors step by step; empty where every cell has noise of its own, so that {@link #accuracies} say all. */
    default Optional<StepErrors> stepErrors() {
        return Optional.empty();
    }

    /** What is known of the errors of a series of releases, in grid steps. */
    interface StepErrors {

        /** A phrase that says of which releases the errors are that {@link PricedQuery#accuracies} state. */
        String planned();

        /** How many steps the release of a step holds. */
        long held(long step);

        /**
         * The last step for which a band is stated before there are rows, at most {@link PricedQuery#plannedSteps}.
         *
         * @param schedule which windows are released
         */
        long bandSteps(Schedule schedule);

        /**
         * How far all releases of one series up to a step are from the truth at once, with probability 0.95, in grid steps: of a block,
         * those of its first number.
         *
         * @param steps the last of them, at least 1
         */
        SimultaneousBand band(int aggregate, long steps);

        /** What the standard deviation at {@link PricedQuery#plannedSteps} would be, if releases were noised in the ways that come to mind first. */
        NaiveErrors naiveErrors(int aggregate);
    }

    /** The account of each key; absent if the query limits nothing. */
    default @Nullable KeyAccount keyAccount() {
        KeyAccountTerms terms = query().keyAccount();
        return terms == null ? null : new KeyAccount(terms.limit(), terms.periodMillis(), releaseCost());
    }

    /** Prices a query by the share of a unit's budget that it was granted. */
    static PricedQuery of(Query asked, Amount share) {
        Query query = asked.preparedFor(Norm.of(share.currency()));
        QueryPrice price = PriceTerms.price(query, share);
        return query.window()
                .sums()
                .<PricedQuery>map(sums -> PricedTotals.of(query, sums, price))
                .orElseGet(() -> new PricedCells(query, price));
    }
}
