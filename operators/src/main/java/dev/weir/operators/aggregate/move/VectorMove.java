package dev.weir.operators.aggregate.move;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.List;

/**
 * The move of a block whose vectors are written out. Its size is that of what the vector moves of what is measured, as
 * {@link dev.weir.accountant.mechanism.AdditiveNoise} defines sizes for the factors of the block's noise.
 */
public final class VectorMove extends BlockMove {

    private final VectorOf vectors;
    private final MeasureOf map;
    private final boolean squared;
    /** Whether sizes fit a word, so that no sum of their parts overflows. */
    private final boolean narrow;

    private final UInt128 wide = new UInt128();
    private final long[] vector;
    private final long[] moved;
    /** What the size of each measured number is multiplied by: 1 / f. */
    private final long[] times;

    private long low;

    /** The vector that a record adds. */
    public interface VectorOf {

        /** Writes the vector of a record whose words start at {@code from}. */
        void write(long[] words, int from, long[] vector);
    }

    /** The linear map from totals to what is measured. */
    public interface MeasureOf {

        /** Writes what is measured of the totals that start at {@code at}. */
        void write(long[] totals, int at, long[] measured, int to);
    }

    /**
     * What is known of the vectors.
     *
     * @param norm how the noise measures sizes
     * @param coordinates how many each has
     * @param factors of the noise of what is measured, one for each number
     * @param largest the size of the largest
     */
    public record Shape(Norm norm, int coordinates, List<Ratio> factors, BigInteger largest) {}

    /** @throws IllegalArgumentException if the inverse of a factor of the noise is no whole number, so that sizes are none */
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
