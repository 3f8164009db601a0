package dev.weir.operators.aggregate;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.expect.Expectation;
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
 * What a query releases of each cell: a block of whole numbers that records add to, and what the noisy numbers mean.
 *
 * <p>The values of a record become <em>words</em> that travel to the gate. There a {@link CellRule} determines what they cost
 * the record's unit and by how much they move the cell's <em>coordinates</em>, which are exact totals and add up in any order.
 * When the cell closes, a linear map turns the coordinates into the <em>measured</em> numbers, noise is added to those, and
 * {@link #estimate} turns them into value units: that is post-processing, which costs nothing. A selection measures which
 * candidates are best, and draws candidates instead ({@link #prepare}).
 *
 * <p>Apart from {@code encode}, nothing here is called for each record.
 */
public sealed interface Aggregate extends SeriesPart, Serializable permits Scalar, Block {

    /** The encoding for a fingerprint: the kind under tag 1, whatever determines values or price under other tags. */
    TaggedFields identity();

    /** The names of the released values, at least one. */
    List<String> names();

    /** The part of the query's price that goes to this aggregate, relative to the weights of the others; above 0. */
    BigDecimal weight();

    /**
     * The same aggregate with another weight.
     *
     * @param weight above 0
     */
    Aggregate weighing(BigDecimal weight);

    /**
     * The same aggregate, ready for noise that measures sizes by a norm: the shape of a tree depends on it. Everything that is
     * called after a query is priced is called on what this returns.
     */
    default Aggregate preparedFor(Norm norm) {
        return this;
    }

    /** Whether values of a record are cut to public bounds before they count, so that what lies beyond is left out. */
    default boolean isClamped() {
        return true;
    }

    /**
     * Public bounds of what one record adds, in value units.
     *
     * @param field what the pipeline file calls them
     * @param low the lower bound
     * @param high the upper bound, at least {@code low}
     * @param growth which bounds make noise grow, and which of them may be chosen
     */
    record Ends(String field, BigDecimal low, BigDecimal high, Growth growth) {

        /** What noise grows with. */
        public enum Growth {
            /** The upper bound; the lower one is 0 and no choice. */
            HIGH,
            /** The larger bound in size, so that nothing is won by leaving out 0. */
            SIZE,
            /** The distance of the bounds. */
            WIDTH
        }

        /** Bounds of the same field and growth at other places. */
        public Ends at(BigDecimal newLow, BigDecimal newHigh) {
            return new Ends(field, newLow, newHigh, growth);
        }
    }

    /** The bounds that may be chosen otherwise, in the order of the fields; of a vector those of its length. */
    default List<Ends> ends() {
        return List.of();
    }

    /**
     * The same aggregate with other bounds.
     *
     * @param place of the bounds in {@link #ends}
     * @throws IllegalArgumentException if the aggregate has no such bounds, or they are none that it may have
     */
    default Aggregate clampedTo(int place, Ends ends) {
        throw new IllegalArgumentException(
                "bounds of " + names() + " must be among " + ends().size() + ", was " + place);
    }

    /** How many numbers are read from a record; at least 0. */
    int fields();

    /**
     * To multiples of what each number that is read from a record is rounded, in value units.
     *
     * @return one for each of the {@link #fields}, or none where numbers are not rounded to multiples of anything
     */
    default List<BigDecimal> grids() {
        return List.of();
    }

    /** How many words a record carries to the gate; at least 1. */
    int words();

    /**
     * Turns what was read from a record into words.
     *
     * @param values holds {@link #fields} numbers, in value units
     * @param from where they start
     * @param words takes {@link #words} words
     * @param at where they start
     */
    void encode(BigDecimal[] values, int from, long[] words, int at);

    /**
     * Turns one whole number that was read from a record into words, which most values are.
     *
     * @param value in value units
     * @param words takes {@link #words} words
     * @param at where they start
     */
    default void encode(long value, long[] words, int at) {
        encode(new BigDecimal[] {BigDecimal.valueOf(value)}, 0, words, at);
    }

    /** How many longs the totals of a cell take: 1 to 65 536. */
    int coordinates();

    /**
     * c: the most by which one record of a unit without other records in the cell can move what is measured of the cell. The
     * noise is priced in c, so c is a size of the measured block and not of the coordinates, and {@link #noiseFactors} count.
     *
     * @param norm how the query's noise measures sizes
     * @return at least 1
     */
    BigInteger fullSize(Norm norm);

    /**
     * The most by which one unit can move what is measured of a cell.
     *
     * @param records how many records of the unit the cell counts at most, at least 1; {@link Long#MAX_VALUE}: unbounded
     * @param norm how the query's noise measures sizes
     * @return at least 1; more than any account affords if nothing bounds it
     */
    BigInteger largestSize(long records, Norm norm);

    /**
     * What a record does to the totals: a new move, for one thread.
     *
     * @param norm how the query's noise measures sizes
     * @param keptAt where what the move keeps of a unit starts among all that is kept of it
     */
    RecordMove move(Norm norm, int keptAt);

    /**
     * What the gate does with a unit's records where every cell has noise of its own: a new rule, for one thread.
     *
     * @param norm how the query's noise measures sizes
     * @param place the rule's place in its query
     */
    CellRule rule(Norm norm, CellRule.Place place);

    /** How many numbers are measured; noise is drawn for each. At least 1. */
    default int measured() {
        return coordinates();
    }

    /**
     * The linear map from a cell's totals to what is measured.
     *
     * @param totals holds {@link #coordinates} totals
     * @param at where they start
     * @param measured takes {@link #measured} numbers
     * @param to where they start
     */
    default void measure(long[] totals, int at, long[] measured, int to) {
        System.arraycopy(totals, at, measured, to, coordinates());
    }

    /**
     * The factors by which the scale (Laplace) or the variance (Gaussian) of the noise of each measured number is multiplied.
     * Sizes are then those that {@link AdditiveNoise} defines: what moves a number counts divided by the number's factor.
     *
     * @return {@link #measured} factors
     */
    default List<Ratio> noiseFactors() {
        return Collections.nCopies(measured(), Ratio.ONE);
    }

    /**
     * Refuses noise some part of which could not be drawn: when a query is priced, before there is any record.
     *
     * @param noise the noise of this aggregate, or what it would be
     * @throws IllegalArgumentException if a scale or a deviation would be out of range
     */
    default void requireInRange(AdditiveNoise noise) {
        noiseFactors().stream().distinct().forEach(noise::times);
    }

    /**
     * What draws the released numbers of a cell, as many as are {@link #measured}, from its {@link #coordinates}: by default
     * what is measured, with noise. For one thread.
     *
     * @param noise the noise of this aggregate, or what it would be: it says what the price buys
     */
    default PreparedMechanism prepare(AdditiveNoise noise) {
        PreparedMechanism each = noise.prepare(noiseFactors());
        return (totals, at, released, to, randomness) -> {
            measure(totals, at, released, to);
            each.release(released, to, released, to, randomness);
        };
    }

    /** Whether what is released is the measured number itself, with its noise: then nothing needs the law of the noise. */
    boolean isNumber();

    /** What becomes of a noisy number before it is released. */
    default Scalar.PostProcessing postProcessing() {
        return Scalar.PostProcessing.NONE;
    }

    /**
     * The same aggregate with other post-processing.
     *
     * @throws IllegalArgumentException if what is released is not a single number
     */
    Aggregate processed(Scalar.PostProcessing other);

    /** Whether no record can make what is released smaller, but for noise. */
    default boolean neverFalls() {
        return false;
    }

    /** Whether one record can change what its unit moves a cell by more than a record of full size does. */
    default boolean mayTurn() {
        return false;
    }

    /**
     * Whether totals that 64 bits do not hold stay at the largest long. No record may then make a total smaller. Else such a total
     * stops the job.
     */
    default boolean saturates() {
        return false;
    }

    /**
     * Whether a draw needs the first number that was released of the key's last cell. It then stands where the released numbers
     * start when the draw begins, and 0 does before anything has been released.
     */
    default boolean remembersFirst() {
        return false;
    }

    /**
     * The name under which people know the mechanism.
     *
     * @param noise the noise of this aggregate
     */
    default String mechanism(AdditiveNoise noise) {
        return noise.label();
    }

    /**
     * Turns measured numbers into released values.
     *
     * @param measured holds {@link #measured} numbers in grid steps: noisy ones, or exact ones that are revealed
     * @param stddevs holds the standard deviations of the noise in them, in grid steps; 0 for exact numbers
     * @param at where both start
     * @param noise the noise of this aggregate: what was drawn, or, where noise belongs to a series, a law with the deviation that it
     *     has at the step and no lighter tails; null for exact numbers
     * @return one estimate for each name, in the order of {@link #names}
     */
    List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise);

    /**
     * The accuracy of each released value, in the order of {@link #names}: known before there is any record.
     *
     * @param noise the noise of this aggregate
     */
    List<Accuracy> accuracy(AdditiveNoise noise);

    /** What must be expected of each released value, in the order of {@link #names}, before its error can be said; and that error. */
    List<Expectation> expectations();
}
