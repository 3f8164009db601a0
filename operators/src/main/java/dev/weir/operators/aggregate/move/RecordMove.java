package dev.weir.operators.aggregate.move;

import dev.weir.accountant.continual.SeriesCost;

/**
 * By how much a record moves the totals of an aggregate. Rules of single cells charge for moves within a cell, those of series for moves within
 * a series. A move may depend on what the record's unit has contributed before: then words are kept of that. One instance serves
 * one thread, for record after record: {@link #assess}, and then, if the record counts, {@link #keep} and {@link #addTo}.
 */
public abstract class RecordMove {

    /** A move of nothing yet. */
    protected RecordMove() {}

    /** How many words are kept of what a unit has contributed; 0 if a move is a function of its record alone. */
    public abstract int kept();

    /**
     * Works out the move of a record. Changes nothing that is kept.
     *
     * @param kept what is kept of the unit
     * @param contributed whether the unit has contributed before
     * @param words what the record carries for this aggregate, from {@code from} on
     * @param from where that starts
     */
    public abstract void assess(long[] kept, boolean contributed, long[] words, int from);

    /**
     * How large the assessed move is where it belongs to a series, in the units of its cost.
     *
     * @param cost of the query
     * @param aggregate the aggregate's number in its query
     */
    public abstract long length(SeriesCost cost, int aggregate);

    /** The assessed record counts: writes what is kept from now on. */
    public abstract void keep(long[] kept);

    /**
     * The assessed record counts: adds what it moves the totals by.
     *
     * @param totals the totals of cells
     * @param at where the totals of the aggregate start
     * @throws ArithmeticException if a total overflows: an overflow is an error, never a wrong total
     */
    public abstract void addTo(long[] totals, int at);
}
