package dev.weir.operators.aggregate;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.level.LevelPart;
import dev.weir.operators.aggregate.move.RecordMove;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statistic that a query releases for each cell (key and window): numbers that records add to, and how noise turns them into values.
 *
 * <p>The values of a record become <em>words</em> that travel to the gate. There a {@link CellRule} or, in a series, a {@link RecordMove}
 * determines what the record costs its unit and by how much it moves the cell's <em>coordinates</em>, which are exact totals and add up in
 * any order. When the cell closes, a linear map turns the coordinates into the <em>measured</em> numbers and noise is added to the measured
 * numbers. {@link #estimate} turns the noisy numbers into released values, which is post-processing and costs nothing. A selection instead
 * draws candidates at random, better ones with higher probability ({@link #prepare}).
 *
 * <p>Apart from {@code encode}, nothing here is called for each record.
 */
public sealed interface Aggregate extends SeriesPart, LevelPart, SamplePart, Serializable permits Scalar, Block {

    /** The encoding for a fingerprint: the kind under tag 1, and under other tags everything that determines values or price. */
    TaggedFields identity();

    /** The names of the released values, at least one. */
    List<String> names();

    /** The part of the query's price that goes to this aggregate, relative to the weights of the query's other aggregates; above 0. */
    BigDecimal weight();

    /**
     * Returns this aggregate with another weight.
     *
     * @param weight the weight, above 0
     */
    Aggregate weighing(BigDecimal weight);

    /**
     * Returns this aggregate prepared for the noise's norm, which determines e.g. the shape of a tree. A priced query uses only the result.
     *
     * @param norm the norm of the query's noise
     */
    default Aggregate preparedFor(Norm norm) {
        return this;
    }

    /** Whether values of a record are clamped to public bounds before they count. */
    default boolean isClamped() {
        return true;
    }

    /**
     * Public bounds of the contribution of one record, in the field's unit.
     *
     * @param field the name of the bounds in a pipeline file
     * @param low the lower bound
     * @param high the upper bound, at least {@code low}
     * @param growth the property of the bounds that noise grows with
     */
    record Ends(String field, BigDecimal low, BigDecimal high, Growth growth) {

        /** The property of the bounds that noise grows with. */
        public enum Growth {
            /** The upper bound; the lower one is always 0. */
            HIGH,
            /** The larger absolute value of the two bounds. Moving the other bound away from 0 does not lower the noise. */
            SIZE,
            /** The difference of the bounds. */
            WIDTH
        }

        /**
         * Returns other bounds of the same field and growth.
         *
         * @param newLow the lower bound, in the field's unit
         * @param newHigh the upper bound, in the field's unit, at least {@code newLow}
         */
        public Ends at(BigDecimal newLow, BigDecimal newHigh) {
            return new Ends(field, newLow, newHigh, growth);
        }
    }

    /** The bounds that {@link #clampedTo} can replace, in the order of the fields. For a vector these are the bounds of its length. */
    default List<Ends> ends() {
        return List.of();
    }

    /**
     * Returns this aggregate with other bounds.
     *
     * @param place the index of the bounds in {@link #ends}
     * @param ends the other bounds
     * @throws IllegalArgumentException if the aggregate has no bounds at {@code place}, or may not have the new bounds
     */
    default Aggregate clampedTo(int place, Ends ends) {
        throw new IllegalArgumentException(
                "bounds of " + names() + " must be among " + ends().size() + ", was " + place);
    }

    /** How many numbers are read from a record; at least 0. */
    int fields();

    /**
     * The grids of the numbers that are read from a record, in the field's unit. Each number is rounded to a multiple of its grid.
     *
     * @return one grid for each of the {@link #fields}, or an empty list if the numbers are not rounded
     */
    default List<BigDecimal> grids() {
        return List.of();
    }

    /** How many words a record carries to the gate; at least 1. */
    int words();

    /**
     * Turns the numbers that were read from a record into words.
     *
     * @param values the array with {@link #fields} numbers, in the field's unit
     * @param from the index of the first number
     * @param words the array that takes {@link #words} words
     * @param at the index of the first word
     */
    void encode(BigDecimal[] values, int from, long[] words, int at);

    /**
     * Turns a single whole number that was read from a record into words. This is the most frequent kind of value.
     *
     * @param value the number, in the field's unit
     * @param words the array that takes {@link #words} words
     * @param at the index of the first word
     */
    default void encode(long value, long[] words, int at) {
        encode(new BigDecimal[] {BigDecimal.valueOf(value)}, 0, words, at);
    }

    /** How many longs the totals of a cell take: 1 to 65 536. */
    int coordinates();

    /**
     * The full size c: the most by which one record can move the measured numbers of a cell in which its unit has no other record. The
     * noise is priced in c, so c is a size of the measured numbers and not of the coordinates. The size depends on {@link #noiseFactors}.
     *
     * @param norm how the query's noise measures sizes
     * @return at least 1
     */
    BigInteger fullSize(Norm norm);

    /**
     * The most by which one unit can move the measured numbers of a cell.
     *
     * @param records how many records of the unit the cell counts at most, at least 1; {@link Long#MAX_VALUE} if unbounded
     * @param norm how the query's noise measures sizes
     * @return at least 1; if the move is unbounded, a size that no account can pay for
     */
    BigInteger largestSize(long records, Norm norm);

    /**
     * Creates an object that computes by how much records move the totals. Only one thread may use it.
     *
     * @param norm the norm of the query's noise
     * @param keptAt the index of this aggregate's first word in the state of a unit
     */
    RecordMove move(Norm norm, int keptAt);

    /**
     * Creates the rule by which the gate charges records of a query whose cells have independent noise. Only one thread may use it.
     *
     * @param norm the norm of the query's noise
     * @param place the rule's place in its query
     */
    CellRule rule(Norm norm, CellRule.Place place);

    /** How many numbers are measured; noise is drawn for each. At least 1. */
    default int measured() {
        return coordinates();
    }

    /**
     * The linear map from a cell's totals to the measured numbers.
     *
     * @param totals the array with {@link #coordinates} totals
     * @param at the index of the first total
     * @param measured the array that takes {@link #measured} numbers
     * @param to the index of the first number
     */
    default void measure(long[] totals, int at, long[] measured, int to) {
        System.arraycopy(totals, at, measured, to, coordinates());
    }

    /**
     * The factors, one for each of the {@link #measured} numbers, by which the scale (Laplace) or the variance (Gaussian) of its noise is multiplied.
     * {@link AdditiveNoise} defines sizes for such factors: the size of a number's move is divided by the number's factor.
     */
    default List<Ratio> noiseFactors() {
        return Collections.nCopies(measured(), Ratio.ONE);
    }

    /**
     * Refuses noise whose scale is out of range for some measured number, when a query is priced, before there are records.
     * @param noise the noise of this aggregate; for a selection, the noise that the same price would buy
     * @throws IllegalArgumentException if a scale or a deviation would be out of range
     */
    default void requireInRange(AdditiveNoise noise) {
        noiseFactors().stream().distinct().forEach(noise::times);
    }

    /**
     * Prepares the sampler of a cell's released numbers, for one thread. By default it adds noise to the {@link #measured} numbers.
     * @param noise the noise of this aggregate; for a selection, the noise that the same price would buy
     */
    default PreparedMechanism prepare(AdditiveNoise noise) {
        PreparedMechanism each = noise.prepare(noiseFactors());
        return (totals, at, released, to, randomness) -> {
            measure(totals, at, released, to);
            each.release(released, to, released, to, randomness);
        };
    }

    /** Whether the released value is the measured number with its noise, so that {@link #estimate} needs no distribution of noise. */
    boolean isNumber();

    /** The post-processing of a noisy number before it is released. */
    default Scalar.PostProcessing postProcessing() {
        return Scalar.PostProcessing.NONE;
    }

    /**
     * Returns this aggregate with other post-processing.
     * @param other the post-processing
     * @throws IllegalArgumentException if what is released is not a single number
     */
    Aggregate processed(Scalar.PostProcessing other);

    /** Whether no record can lower the released value, apart from noise. */
    default boolean neverFalls() {
        return false;
    }

    /** Whether one record can change its unit's contribution to a cell by more than a record of full size does. */
    default boolean mayTurn() {
        return false;
    }

    /** Whether totals stay at the largest long instead of overflowing, which stops the job. Then no record may lower a total. */
    default boolean saturates() {
        return false;
    }

    /**
     * Whether the sampler needs the first of the numbers that were released for the key's previous cell. When the sampler is called, this
     * number (0 before the key's first release) is at the index where the first number of this cell will be written.
     */
    default boolean remembersFirst() {
        return false;
    }

    /**
     * The name of the mechanism in the literature.
     * @param noise the noise of this aggregate
     */
    default String mechanism(AdditiveNoise noise) {
        return noise.label();
    }

    /**
     * Turns measured numbers into released values.
     * @param measured the array with {@link #measured} numbers in grid steps: noisy ones, or exact ones that are revealed
     * @param stddevs the array with the standard deviations of the noise in these numbers, in grid steps; 0 for exact numbers
     * @param at the index of the first number and of the first deviation
     * @param noise the aggregate's noise; for a series, noise of its step's deviation with tails at least as heavy; null for exact numbers
     * @return one estimate for each name, in the order of {@link #names}
     */
    List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise);

    /**
     * The accuracy of each released value, in the order of {@link #names}. The accuracy is known before there is any record.
     * @param noise the noise of this aggregate
     */
    List<Accuracy> accuracy(AdditiveNoise noise);

    /**
     * The expectations, in the order of {@link #names}, that a person must state before the error of a released value
     * can be computed, and the rules that compute it.
     */
    List<Expectation> expectations();
}
