package dev.weir.operators.aggregate;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.move.RecordMove;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The part of an aggregate for series of cells that share their noise, such as running totals and sliding windows:
 * sizes, prices and errors.
 */
public interface SeriesPart {

    /**
     * Returns why this aggregate's cells cannot form a series, so that the aggregate is allowed neither in running
     * totals nor in sliding windows, or empty if they can form one. They can if {@link Aggregate#move} alone determines
     * a record's contribution and price, and the measured numbers are released with noise.
     */
    default Optional<OneStepOnly> oneStepOnly() {
        return Optional.empty();
    }

    /** Returns why this aggregate is allowed in running totals alone, or empty if it is allowed in other windows, too. */
    default Optional<OneStepOnly> runningOnly() {
        return Optional.empty();
    }

    /**
     * The reason why an aggregate is allowed neither in running totals nor in sliding windows, or in running totals alone.
     *
     * @param field the field of a pipeline file that would have to change, or {@link #KIND}
     * @param rule the rule that the field breaks
     * @param refusal the rule that the query breaks
     */
    record OneStepOnly(String field, String rule, String refusal) {

        /** The value of {@code field} if the field that names the aggregate's kind would have to change. */
        public static final String KIND = "";

        /** The refusal of aggregates in which the contribution of a record depends on other records. */
        public static final String DEPENDS_ON_OTHERS =
                "release must hold neither learnt clamps nor limited votes where totals run or windows slide:"
                        + " what a record adds must not depend on other records";
    }

    /**
     * The term that this aggregate contributes to the price of a series.
     *
     * @param norm the norm of the query's noise
     * @param weight the part of the query's price, as a whole number
     */
    SeriesPrice.Term seriesTerm(Norm norm, long weight);

    /**
     * The length of the move of a full-size record in a series, as {@link RecordMove#length} measures it.
     *
     * @param norm the norm of the query's noise
     * @param cost the cost of the query's contributions
     * @param number the aggregate's number in its query
     */
    long fullLength(Norm norm, SeriesCost cost, int number);

    /**
     * The price of the aggregate's whole series for a unit that contributes as much as {@code admitted} allows, if each
     * record changes the unit's contribution by as much as one record can.
     *
     * @param series the priced query
     * @param number the aggregate's number in its query
     * @param admitted what a unit may contribute to the series
     */
    Amount seriesCost(PricedSeries series, int number, Participation admitted);

    /** The noise in a released number at one step of a series, in grid steps. */
    interface StepNoise {

        /** The parameter of the distribution from which single values of noise are drawn. */
        double scale();

        /** The standard deviation of the sum of all noise in the number. */
        double stddev();

        /** The absolute value of the noise that is exceeded with probability 0.05. */
        double error95();

        /**
         * Computes the accuracy of values that are computed from several numbers, each with this noise.
         *
         * @param accuracy computes the accuracy for a distribution of noise
         */
        List<Accuracy> ofLaw(Function<AdditiveNoise, List<Accuracy>> accuracy);
    }

    /**
     * The accuracy of each released value at a step of a series, in the order of {@link Aggregate#names}.
     *
     * @param noise the noise at that step of the series
     */
    List<Accuracy> stepAccuracy(StepNoise noise);

    /**
     * The value of one grid step of the first measured number.
     *
     * @param accuracy the accuracy of the released value
     * @param stddev the standard deviation of the noise in that number, in its grid steps
     */
    double stepValue(Accuracy accuracy, double stddev);
}
