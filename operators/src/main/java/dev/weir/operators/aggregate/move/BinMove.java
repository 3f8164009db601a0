package dev.weir.operators.aggregate.move;

/**
 * The move of a block in which a record adds 1 to the bin that its word names. It has the result of the whole vector
 * without writing the vector. A record with a negative word adds nothing and costs nothing.
 */
public final class BinMove extends BlockMove {

    private final int size;
    private int bin = -1;

    /**
     * A move of one bin.
     *
     * @param size the size of the move of the measured numbers by one record, in the norm of the noise: 1 for a bin,
     * the number of levels for the leaf of a tree
     */
    public BinMove(int size) {
        this.size = size;
    }

    @Override
    public void assess(long[] words, int from) {
        bin = (int) words[from];
    }

    @Override
    public long sizeHigh() {
        return 0;
    }

    @Override
    public long sizeLow() {
        return bin < 0 ? 0 : size;
    }

    @Override
    public void addTo(long[] totals, int at) {
        if (bin >= 0) {
            totals[at + bin] = Math.incrementExact(totals[at + bin]);
        }
    }
}
