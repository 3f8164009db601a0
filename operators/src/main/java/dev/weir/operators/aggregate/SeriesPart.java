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

/** What is asked of an aggregate where its noise belongs to a series: sizes, prices and errors. */
public interface SeriesPart {

    /**
     * Why the noise of cells cannot belong together in a series, so that the aggregate stays in windows of one step. It can if
     * {@link Aggregate#move} alone says what a record adds and costs, and what is measured is released with noise.
     */
    default Optional<OneStepOnly> oneStepOnly() {
        return Optional.empty();
    }

    /**
     * Why an aggregate stays in windows of one step.
     *
     * @param field of a pipeline file that would have to be another, or {@link #KIND}
     * @param rule what is wrong with that field
     * @param refusal what is wrong with the query
     */
    record OneStepOnly(String field, String rule, String refusal) {

        /** Stands for the field that names the aggregate's kind. */
        public static final String KIND = "";

        /** The refusal of aggregates whose records matter for each other. */
        public static final String DEPENDS_ON_OTHERS =
                "release must hold neither learnt clamps nor limited votes where totals run or windows slide:"
                        + " what a record adds must not depend on other records";
    }

    /**
     * What a series is priced by.
     *
     * @param weight the part of the query's price, as a whole number
     */
    SeriesPrice.Term seriesTerm(Norm norm, long weight);

    /**
     * How large the move of a record of full size is where it belongs to a series, as {@link RecordMove#length} counts.
     *
     * @param number the aggregate's number in its query
     */
    long fullLength(Norm norm, SeriesCost cost, int number);

    /**
     * What the whole series of the aggregate costs a unit that contributes as much as is admitted, each record as far from the one
     * before as a record can be.
     *
     * @param number the aggregate's number in its query
     */
    Amount seriesCost(PricedSeries series, int number, Participation admitted);

    /** The noise of a series at one step, in grid steps. */
    interface StepNoise {

        /** The parameter of the distribution of single draws. */
        double scale();

        /** The standard deviation of all noise in the number. */
        double stddev();

        /** The noise is at most this in size with probability 0.95. */
        double error95();

        /** What is said of values that are made of several numbers, given the law of the noise in each of them. */
        List<Accuracy> ofLaw(Function<AdditiveNoise, List<Accuracy>> accuracy);
    }

    /** The accuracy of each released value at a step of a series, in the order of their names. */
    List<Accuracy> stepAccuracy(StepNoise noise);

    /**
     * The value of one step of the first measured number.
     *
     * @param accuracy of the released value
     * @param stddev the standard deviation of the noise in that number, in its steps
     */
    double stepValue(Accuracy accuracy, double stddev);
}
