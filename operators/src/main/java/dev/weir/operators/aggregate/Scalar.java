package dev.weir.operators.aggregate;

import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.move.RecordMove;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.rule.ScalarRule;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An aggregate that releases one number for each cell. The number is counted in whole steps of a grid. */
public sealed interface Scalar extends Aggregate permits Counting, Sum {

    /** The name of the released value. */
    String name();

    /** The value of one grid step. */
    BigDecimal grid();

    /**
     * The range of a unit's total in a cell, in grid steps; {@link Sum.Range#ALL} if the totals of units are not
     * clamped.
     */
    Sum.Range unitRange();

    /** Whether a unit's total is clamped. */
    default boolean isClampedPerUnit() {
        return !unitRange().equals(Sum.Range.ALL);
    }

    /**
     * The post-processing of a noisy number before it is released. It costs nothing. The stated standard deviation is
     * that of the number before post-processing.
     *
     * @param isMonotone whether a running total is released as the largest total of its series so far
     * @param isNonNegative whether a negative number is released as 0; with levels whether all rows are moved so that none is negative
     * @param isRaw with levels: whether rows state the noisy number of their key beside what is estimated from all of them
     */
    record PostProcessing(boolean isMonotone, boolean isNonNegative, boolean isRaw) implements Serializable {

        /**
         * Post-processing that leaves the noisy number itself out.
         *
         * @param isMonotone whether a running total is released as the largest total of its series so far
         * @param isNonNegative whether a negative number is released as 0
         */
        public PostProcessing(boolean isMonotone, boolean isNonNegative) {
            this(isMonotone, isNonNegative, false);
        }

        /** No post-processing. */
        public static final PostProcessing NONE = new PostProcessing(false, false);

        /** Returns this post-processing, with totals released as the largest so far. */
        public PostProcessing monotone() {
            return new PostProcessing(true, isNonNegative, isRaw);
        }

        /** Returns this post-processing, with negative numbers released as 0. */
        public PostProcessing nonNegative() {
            return new PostProcessing(isMonotone, true, isRaw);
        }

        /** Adds this post-processing to the fields of a fingerprint; adds nothing if there is no post-processing. */
        TaggedFields putInto(TaggedFields fields, int tag) {
            if (equals(NONE)) {
                return fields;
            }
            TaggedFields own = new TaggedFields().put(1, isMonotone ? 1 : 0).put(2, isNonNegative ? 1 : 0);
            return fields.put(tag, isRaw ? own.put(3, 1) : own);
        }
    }

    @Override
    PostProcessing postProcessing();

    @Override
    boolean neverFalls();

    @Override
    default boolean isNumber() {
        return true;
    }

    /**
     * Whether one record can move a total by more than a unit's first record can. This is possible if 0 lies inside a
     * per-unit clamp, because a record may move the unit's total from one bound to the other.
     */
    @Override
    default boolean mayTurn() {
        return largestChange() > largestTotal(1);
    }

    /** Whether the amount that every record adds is at least 0 and does not depend on earlier records. */
    boolean onlyGrows();

    /**
     * The most by which one unit can move a cell, in grid steps.
     *
     * @param records how many records of the unit the cell takes; {@link Long#MAX_VALUE} if their number is unbounded
     * @return at least 1; {@link Long#MAX_VALUE} if the move is unbounded
     */
    long largestTotal(long records);

    /**
     * The most by which one record can change its unit's contribution to a cell, in grid steps; at least {@code
     * largestTotal(1)}.
     */
    default long largestChange() {
        return largestTotal(1);
    }

    @Override
    default List<String> names() {
        return List.of(name());
    }

    @Override
    default int words() {
        return 1;
    }

    @Override
    default int coordinates() {
        return 1;
    }

    @Override
    default BigInteger fullSize(Norm norm) {
        return norm.size(largestTotal(1));
    }

    @Override
    default BigInteger largestSize(long records, Norm norm) {
        return norm.size(largestTotal(records));
    }

    @Override
    default RecordMove move(Norm norm, int keptAt) {
        return new ScalarMove(unitRange().low(), unitRange().high(), keptAt, isClampedPerUnit());
    }

    /** Creates the rule of a scalar. The rule charges the growth of the size of the unit's total in the cell. */
    @Override
    default CellRule rule(Norm norm, CellRule.Place place) {
        return new ScalarRule(
                place, new ScalarMove(unitRange().low(), unitRange().high(), place.keptAt(), remembers(norm)));
    }

    /**
     * Whether the growth of the size of a unit's total depends on its earlier total. It does not under Laplace noise if the aggregate {@link #onlyGrows}: then it is the record's own value.
     *
     * @param norm the norm of the noise
     */
    default boolean remembers(Norm norm) {
        return norm == Norm.SQUARED_L2 || !onlyGrows();
    }

    @Override
    default List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(Estimate.of(name(), inValueUnits(measured[at]), stddevs[at] * grid().doubleValue()));
    }

    @Override
    default List<Accuracy> accuracy(AdditiveNoise noise) {
        return accuracy(noise.scale(), noise.stddev(), noise.error(0.95));
    }

    /** The accuracy of the released value, given the noise in grid steps. */
    private List<Accuracy> accuracy(double scale, double stddev, double error95) {
        double step = grid().doubleValue();
        return List.of(
                new Accuracy(name(), inValueUnits(largestTotal(1)), scale * step, stddev * step, error95 * step));
    }

    @Override
    default SeriesPrice.Term seriesTerm(Norm norm, long weight) {
        return new SeriesPrice.Term(largestTotal(1), weight);
    }

    @Override
    default long fullLength(Norm norm, SeriesCost cost, int number) {
        return largestTotal(1);
    }

    @Override
    default Amount seriesCost(PricedSeries series, int number, Participation admitted) {
        return series.noise(number).cost(admitted, largestChange());
    }

    @Override
    default List<Accuracy> stepAccuracy(StepNoise noise) {
        return accuracy(noise.scale(), noise.stddev(), noise.error95());
    }

    @Override
    default double stepValue(Accuracy accuracy, double stddev) {
        return grid().doubleValue();
    }

    @Override
    default List<Expectation> expectations() {
        Expectation.Fact size = neverFalls() ? Expectation.Fact.OF_0_AND_ABOVE : Expectation.Fact.OF_ANY_SIGN;
        return List.of(Expectation.ofNumber(name(), size, "", noise -> noise.stddev() * grid().doubleValue()));
    }

    /**
     * Converts grid steps into the field's unit, exactly.
     *
     * @param steps the number of grid steps
     * @return a number with as many decimals as the grid has, and none on a grid of whole numbers
     */
    default BigDecimal inValueUnits(long steps) {
        BigDecimal value = BigDecimal.valueOf(steps).multiply(grid());
        return value.setScale(Math.max(0, grid().stripTrailingZeros().scale()));
    }
}
