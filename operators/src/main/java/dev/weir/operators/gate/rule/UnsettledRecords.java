package dev.weir.operators.gate.rule;

import java.util.function.IntConsumer;

/**
 * The first records of each unit in one window of a query with levels, one by one, as long as the unit has been charged an upper bound of their price and not the price itself ({@link UnsettledPrice}). A unit that has cells
 * in the window has no records here any more.
 */
public interface UnsettledRecords {

    /** The largest number of records of a unit in a window. It is part of format 6 of the gate's tables: packed integers have room for the sum of so many. */
    int MOST = 16;

    /**
     * The number of records of a unit; negative if its records have been moved out.
     *
     * @param unit the unit's number in its table
     */
    int count(int unit);

    /** The words of all records, those of a unit one behind the other: the base cell in the upper half, the integers of the record, packed, in the lower half. The array is not copied. */
    long[] words();

    /**
     * The index of the first record of a unit in {@link #words}, if it has any.
     *
     * @param unit the unit's number in its table
     */
    int first(int unit);

    /**
     * Adds a record of a unit whose records have not been moved out.
     *
     * @param unit the unit's number in its table
     * @param key the number of the base cell
     * @param packed the integers of the record
     * @throws IllegalStateException if they have been, or are {@value #MOST} already
     */
    void add(int unit, int key, int packed);

    /**
     * Removes all records of a unit, which has cells from now on.
     *
     * @param unit the unit's number in its table
     * @return the words of the records
     */
    long[] moveOut(int unit);

    /**
     * Passes on the units that have records.
     *
     * @param consumer takes the number of each unit in its table
     */
    void forEachUnit(IntConsumer consumer);

    /**
     * The base cell of a record.
     *
     * @param record the word of the record
     */
    static int key(long record) {
        return (int) (record >>> Integer.SIZE);
    }

    /**
     * The integers of a record, packed.
     *
     * @param record the word of the record
     */
    static int packed(long record) {
        return (int) record;
    }
}
