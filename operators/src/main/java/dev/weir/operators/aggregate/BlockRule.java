package dev.weir.operators.aggregate;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigInteger;
import java.util.List;

/**
 * The rule of a block: works out what the vector of each record moves of what is measured, and charges the growth of the size of
 * what its unit has moved. Sizes are those that {@link dev.weir.accountant.mechanism.AdditiveNoise} defines for the factors of the
 * block's noise.
 */
final class BlockRule extends CellRule {

    private final VectorOf vectors;
    private final MeasureOf map;
    private final boolean squared;
    /** Whether sizes fit a word, so that no sum of their parts overflows. */
    private final boolean narrow;

    private final BlockGrowth growth;
    private final UInt128 size = new UInt128();
    private final long[] vector;
    private final long[] moved;
    /** What the size of each measured number is multiplied by: 1 / f. */
    private final long[] times;

    /** The vector that a record adds. */
    interface VectorOf {

        /** Writes the vector of a record whose words start at {@code from}. */
        void write(long[] words, int from, long[] vector);
    }

    /** The linear map from totals to what is measured. */
    interface MeasureOf {

        /** Writes what is measured of the totals that start at {@code at}. */
        void write(long[] totals, int at, long[] measured, int to);
    }

    /**
     * What is known of the vectors.
     *
     * @param norm how the noise measures sizes
     * @param coordinates how many each has
     * @param measured how many numbers are measured
     * @param factors of their noise
     * @param largest the size of the largest
     */
    record Shape(Norm norm, int coordinates, int measured, List<Ratio> factors, BigInteger largest) {}

    /** @throws IllegalArgumentException if the inverse of a factor of the noise is no whole number, so that sizes are none */
    BlockRule(Place place, Shape shape, VectorOf vectors, MeasureOf map) {
        super(place);
        this.vectors = vectors;
        this.map = map;
        this.squared = shape.norm == Norm.SQUARED_L2;
        this.narrow = shape.largest.bitLength() < Long.SIZE - 1;
        this.growth = new BlockGrowth(place.cost(), place.aggregate());
        this.vector = new long[shape.coordinates];
        this.moved = new long[shape.measured];
        this.times = times(shape.factors);
    }

    private static long[] times(List<Ratio> factors) {
        if (factors.stream().anyMatch(factor -> !factor.numerator().equals(BigInteger.ONE))) {
            throw new IllegalArgumentException("factors of a block's noise must be 1 / n for whole numbers n");
        }
        return factors.stream()
                .mapToLong(factor -> factor.denominator().longValueExact())
                .toArray();
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        vectors.write(words, from, vector);
        map.write(vector, 0, moved, 0);
        if (narrow) {
            growth.add(kept, place().keptAt(), 0, narrowSize());
        } else {
            measure();
            growth.add(kept, place().keptAt(), size.high(), size.low());
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
        size.clear();
        for (int i = 0; i < moved.length; i++) {
            long length = Math.abs(moved[i]);
            for (long n = times[i]; n > 0; n--) {
                if (squared) {
                    size.addProduct(0, length, 0, length);
                } else {
                    size.add(0, length);
                }
            }
        }
    }

    @Override
    public void keep(long[] kept) {
        growth.keep(kept, place().keptAt());
    }

    @Override
    public void addTo(long[] totals, int at) {
        for (int i = 0; i < vector.length; i++) {
            totals[at + i] = Math.addExact(totals[at + i], vector[i]);
        }
    }
}
