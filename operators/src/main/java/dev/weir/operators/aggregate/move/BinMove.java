package dev.weir.operators.aggregate.move;

/**
 * The move of a block to whose bin, named by the record's word, a record adds 1: it does what is done with the whole vector, without
 * writing it out. A record with a negative word adds nothing and costs nothing.
 */
public final class BinMove extends BlockMove {

    private final int size;
    private int bin = -1;

    /**
     * A move of one bin.
     *
     * @param size of what a record moves what is measured by, in the norm of the noise: 1 for a bin, the levels of a tree for its leaf
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
