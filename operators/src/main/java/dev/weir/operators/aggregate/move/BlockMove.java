package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * By what vector a record moves the totals of a block, and of what size that move is in what is measured: a function of the record
 * alone, so nothing is kept of earlier ones.
 */
public abstract class BlockMove extends RecordMove {

    /** A move of nothing yet. */
    protected BlockMove() {}

    /**
     * Works out the move of a record.
     *
     * @param words what the record carries for this block, from {@code from} on
     * @param from where that starts
     */
    public abstract void assess(long[] words, int from);

    /** The bits from 2<sup>64</sup> up of the size of the move that was assessed, in the norm of the noise, by its factors. */
    public abstract long sizeHigh();

    /** The lowest 64 bits of the size of the move that was assessed. */
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
