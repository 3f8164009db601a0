package dev.weir.operators.aggregate;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.operators.aggregate.move.BlockMove;
import dev.weir.operators.aggregate.move.VectorMove;
import dev.weir.operators.aggregate.rule.BlockRule;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.sample.CoordinatesMeasure;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An aggregate with several coordinates, to which every record adds a vector of whole numbers that does not depend on
 * what its unit has contributed before. A record is charged the growth of the size of its unit's sum of vectors: see
 * {@link dev.weir.accountant.mechanism.BlockGrowth}. Units' totals cannot be clamped.
 *
 * <p>State: 8 bytes for each coordinate, key and open window, in the gate until sums are sent and in the release
 * operator until the window closes. For each unit and open cell: nothing with Laplace noise, 8 or 16 bytes with
 * Gaussian noise.
 */
public non-sealed interface Block extends Aggregate {

    /** The name of what is released. */
    String name();

    /**
     * The vector that a record adds.
     *
     * @param words the array with the record's words
     * @param from the index of this aggregate's first word
     * @param vector the array that takes {@link #coordinates} whole numbers; the size of the measured numbers that they give is at most
     *     {@link #fullSize}
     */
    void vector(long[] words, int from, long[] vector);

    /** How many numbers are read from a record: one, unless a kind of block reads several. */
    @Override
    default int fields() {
        return 1;
    }

    /** How many words a record carries: one, unless a kind of block needs several. */
    @Override
    default int words() {
        return 1;
    }

    @Override
    default List<String> names() {
        return List.of(name());
    }

    /**
     * Creates an object that computes by how much records move the block. Only one thread may use it. A record is
     * charged the size by which it moves the measured numbers, divided by the factors of the noise.
     *
     * @param norm the norm of the query's noise
     */
    default BlockMove move(Norm norm) {
        VectorMove.Shape shape = new VectorMove.Shape(norm, coordinates(), noiseFactors(), fullSize(norm));
        return new VectorMove(shape, this::vector, this::measure);
    }

    @Override
    default BlockMove move(Norm norm, int keptAt) {
        return move(norm);
    }

    @Override
    default CellRule rule(Norm norm, CellRule.Place place) {
        return new BlockRule(place, move(norm));
    }

    /**
     * The size of the sum of {@code records} full-size records that all add the same vector. With Laplace noise this is {@code records}
     * times the size of one record. With Gaussian noise, for which sizes are squares, it is {@code records}&sup2; times the size of one
     * record.
     */
    @Override
    default BigInteger largestSize(long records, Norm norm) {
        return fullSize(norm).multiply(norm.size(records));
    }

    /** @throws IllegalArgumentException always, because a block releases several numbers */
    @Override
    default Aggregate processed(Scalar.PostProcessing other) {
        throw new IllegalArgumentException("an aggregation must be a count or a sum to be monotone or non-negative");
    }

    @Override
    default boolean isNumber() {
        return false;
    }

    @Override
    default Optional<String> refusedWithLevels() {
        return Optional.of(
                "release must hold counts, sums, distinct units, means, variances, ratios, histograms and vectors alone where the key has levels");
    }

    @Override
    default SeriesPrice.Term seriesTerm(Norm norm, long weight) {
        return SeriesPrice.Term.block(norm, fullSize(norm), noiseFactors(), weight);
    }

    @Override
    default long fullLength(Norm norm, SeriesCost cost, int number) {
        BigInteger size = fullSize(norm);
        return cost.length(number, UInt128.high(size), UInt128.low(size));
    }

    @Override
    default Amount seriesCost(PricedSeries series, int number, Participation admitted) {
        return series.cost(number, admitted);
    }

    @Override
    default List<Accuracy> stepAccuracy(StepNoise noise) {
        return noise.ofLaw(this::accuracy);
    }

    @Override
    default double stepValue(Accuracy accuracy, double stddev) {
        return accuracy.stddev() / stddev;
    }

    /**
     * A single measure, which compares the vectors of all coordinates. It suits a block whose released value is made of all its
     * coordinates.
     */
    @Override
    default List<ValueMeasure<?>> measures() {
        long[] words = new long[words()];
        return List.of(new CoordinatesMeasure(coordinates(), noiseFactors(), (values, vector) -> {
            encode(values, 0, words, 0);
            vector(words, 0, vector);
        }));
    }

    /**
     * The accuracy of each coordinate.
     *
     * @param noise the noise of this aggregate
     * @param step the value of one grid step of the coordinates
     * @param sensitivity the length of the move of a full-size record (not squared), in grid steps of the coordinates
     * @param derived further facts by name: the accuracy of numbers that are computed from the coordinates
     */
    default List<Accuracy> accuracy(
            AdditiveNoise noise, BigDecimal step, BigDecimal sensitivity, Map<String, Object> derived) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("mechanism", noise.label());
        more.put("coordinates", coordinates());
        more.putAll(derived);
        double size = step.doubleValue();
        return List.of(new Accuracy(
                name(),
                sensitivity.multiply(step),
                noise.scale() * size,
                noise.stddev() * size,
                noise.error(0.95) * size,
                more));
    }

    /**
     * Refuses a weight or a grid that is not above 0.
     *
     * @param weight the aggregate's part of the query's price
     * @param grids the values of grid steps
     * @throws IllegalArgumentException if the weight or a grid is not above 0
     */
    static void requirePositive(BigDecimal weight, BigDecimal... grids) {
        Sum.requireWeight(weight);
        for (BigDecimal grid : grids) {
            if (grid.signum() <= 0) {
                throw new IllegalArgumentException("grid must be > 0, was " + grid);
            }
        }
    }
}
