package dev.weir.operators.aggregate;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.mechanism.BlockGrowth;
import dev.weir.accountant.mechanism.Norm;
import java.math.BigInteger;

/** The rule of a block: measures the vector of each record, and charges the growth of what its unit has added. */
final class BlockRule extends CellRule {

    private final VectorOf vectors;
    private final boolean squared;
    /** Whether sizes fit a word, so that no sum of their parts overflows. */
    private final boolean narrow;

    private final BlockGrowth growth;
    private final UInt128 size = new UInt128();
    private final long[] vector;

    /** The vector that a record adds. */
    interface VectorOf {

        /** Writes the vector of a record whose words start at {@code from}. */
        void write(long[] words, int from, long[] vector);
    }

    /**
     * What is known of the vectors.
     *
     * @param norm how the noise measures sizes
     * @param coordinates how many each has
     * @param largest the size of the largest
     */
    record Shape(Norm norm, int coordinates, BigInteger largest) {}

    BlockRule(Place place, Shape shape, VectorOf vectors) {
        super(place);
        this.vectors = vectors;
        this.squared = shape.norm == Norm.SQUARED_L2;
        this.narrow = shape.largest.bitLength() < Long.SIZE - 1;
        this.growth = new BlockGrowth(place.cost(), place.aggregate());
        this.vector = new long[shape.coordinates];
    }

    @Override
    public int kept() {
        return growth.words();
    }

    @Override
    public void assess(long[] kept, boolean contributed, long[] words, int from) {
        vectors.write(words, from, vector);
        if (narrow) {
            growth.add(kept, place().keptAt(), 0, narrowSize());
        } else {
            measure();
            growth.add(kept, place().keptAt(), size.high(), size.low());
        }
    }

    private long narrowSize() {
        long sum = 0;
        for (long component : vector) {
            sum += squared ? component * component : Math.abs(component);
        }
        return sum;
    }

    private void measure() {
        size.clear();
        for (long component : vector) {
            long length = Math.abs(component);
            if (squared) {
                size.addProduct(0, length, 0, length);
            } else {
                size.add(0, length);
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
