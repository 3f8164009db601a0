package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * Computes the vector by which a record moves the totals of a block, and the size of the resulting move of the measured
 * numbers. Both are functions of the record alone, so no state of earlier records is kept.
 */
public abstract class BlockMove extends RecordMove {

    /** Creates a move that has assessed no record yet. */
    protected BlockMove() {}

    /**
     * Computes the move of a record.
     *
     * @param words the array with the record's words
     * @param from the index of this block's first word
     */
    public abstract void assess(long[] words, int from);

    /**
     * The upper 64 of 128 bits of the size of the assessed move. The size is measured in the norm of the noise, with
     * each measured number divided by its noise factor.
     */
    public abstract long sizeHigh();

    /** The lowest 64 bits of the size of the assessed move. */
    public abstract long sizeLow();

    @Override
    public final int kept() {
        return 0;
    }

    @Override
    public final void assess(long[] kept, boolean contributed, long[] words, int from) {
        assess(words, from);
    }

    @Override
    public final long length(SeriesCost cost, int aggregate) {
        return cost.length(aggregate, sizeHigh(), sizeLow());
    }

    @Override
    public final void keep(long[] kept) {}
}
