package dev.weir.operators.aggregate.move;

/**
 * The move of a block in which a record adds 1 to the bin whose number is the record's word. It moves the totals as the
 * record's whole vector would, without writing the vector. A record with a negative word adds nothing and costs
 * nothing.
 */
public final class BinMove extends BlockMove {

    private final int size;
    private int bin = -1;

    /**
     * Creates a move that has assessed no record yet.
     *
     * @param size the size by which one record moves the measured numbers, in the norm of the noise: 1 if the bins are
     *     measured, the number of levels if the bins are leaves of a tree
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
