package dev.weir.operators.aggregate.move;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.List;

/**
 * The move of a block that writes out the vector of each record. The size of the move is the size by which the measured
 * numbers move, as {@link dev.weir.accountant.mechanism.AdditiveNoise} defines sizes for the factors of the block's
 * noise.
 */
public final class VectorMove extends BlockMove {

    private final VectorOf vectors;
    private final MeasureOf map;
    private final boolean squared;
    /** Whether every size is below 2<sup>62</sup>, so that it can be computed in a long without overflow. */
    private final boolean narrow;

    private final UInt128 wide = new UInt128();
    private final long[] vector;
    private final long[] moved;
    /**
     * For each measured number the whole number 1 / f by which the size of the number's move is multiplied, where f is
     * the number's noise factor.
     */
    private final long[] times;

    private long low;

    /** Computes the vector that a record adds. */
    public interface VectorOf {

        /**
         * Writes the vector of a record.
         *
         * @param words the array with the record's words
         * @param from the index of the block's first word
         * @param vector the array that takes the coordinates of the vector
         */
        void write(long[] words, int from, long[] vector);
    }

    /** The linear map from totals to measured numbers. */
    public interface MeasureOf {

        /**
         * Writes the measured numbers of some totals.
         *
         * @param totals the array with the totals
         * @param at the index of the first total
         * @param measured the array that takes the measured numbers
         * @param to the index of the first measured number
         */
        void write(long[] totals, int at, long[] measured, int to);
    }

    /**
     * The properties of a block's vectors.
     *
     * @param norm the norm of the noise
     * @param coordinates how many coordinates each vector has
     * @param factors the factors of the noise, one for each measured number
     * @param largest the size of the largest vector
     */
    public record Shape(Norm norm, int coordinates, List<Ratio> factors, BigInteger largest) {}

    /**
     * Creates the move of one block.
     *
     * @param shape the properties of the block's vectors
     * @param vectors computes the vector of a record
     * @param map the linear map from totals to measured numbers
     * @throws IllegalArgumentException if the inverse of a factor of the noise is not a whole number, so that sizes
     *     would not be whole numbers
     */
    public VectorMove(Shape shape, VectorOf vectors, MeasureOf map) {
        this.vectors = vectors;
        this.map = map;
        this.squared = shape.norm == Norm.SQUARED_L2;
        this.narrow = shape.largest.bitLength() < Long.SIZE - 1;
        this.vector = new long[shape.coordinates];
        this.moved = new long[shape.factors.size()];
        this.times = shape.factors.stream().mapToLong(Ratio::wholeInverse).toArray();
    }

    @Override
    public void assess(long[] words, int from) {
        vectors.write(words, from, vector);
        map.write(vector, 0, moved, 0);
        if (narrow) {
            low = narrowSize();
        } else {
            measure();
        }
    }

    private long narrowSize() {
        long sum = 0;
        for (int i = 0; i < moved.length; i++) {
            sum += times[i] * (squared ? moved[i] * moved[i] : Math.abs(moved[i]));
        }
        return sum;
    }

    private void measure() {
        wide.clear();
        for (int i = 0; i < moved.length; i++) {
            long length = Math.abs(moved[i]);
            for (long n = times[i]; n > 0; n--) {
                if (squared) {
                    wide.addProduct(0, length, 0, length);
                } else {
                    wide.add(0, length);
                }
            }
        }
    }

    @Override
    public long sizeHigh() {
        return narrow ? 0 : wide.high();
    }

    @Override
    public long sizeLow() {
        return narrow ? low : wide.low();
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < vector.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], vector[i]);
        }
    }
}
