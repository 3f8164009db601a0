package dev.weir.operators.aggregate.move;

/**
 * By what vector a record moves the totals of a block, and of what size that move is in what is measured: a function of the record
 * alone. Who charges for it decides whether sizes grow within a cell or within a series of cells. One instance serves one thread.
 */
public abstract class RecordMove {

    /** A move of nothing yet. */
    protected RecordMove() {}

    /**
     * Works out the move of a record.
     *
     * @param words what the record carries for this block, from {@code from} on
     * @param from where that starts
     */
    public abstract void assess(long[] words, int from);

    /** The bits from 2<sup>64</sup> up of the size of the move that was assessed, in the norm of the noise, by its factors. */
    public abstract long sizeHigh();

    /** The lowest 64 bits of that. */
    public abstract long sizeLow();

    /**
     * The assessed record counts: adds its vector.
     *
     * @param totals the totals of cells
     * @param at where the totals of the block start
     * @throws ArithmeticException if a total overflows: an overflow is an error, never a wrong total
     */
    public abstract void addTo(long[] totals, int at);
}
