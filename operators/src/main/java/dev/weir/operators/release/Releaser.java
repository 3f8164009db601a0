package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Keeps and releases the keys of one query in one key group: the exact totals of open cells, what is kept of each key beyond
 * them, and how a cell is closed. There is one implementation for each kind of window.
 *
 * <p>The state has two parts. The part of the <em>keys</em>, which says what has been published about each, outlives a change
 * of the query; the part of the <em>cells</em> does not.
 */
interface Releaser {

    /** Adds what the gate has counted. */
    void add(PartialSum partial);

    /**
     * Closes the cells of every key that end at {@code end}. All noise has been drawn when it returns.
     *
     * @param end epoch milliseconds
     * @param outcomes takes what became of each key
     */
    void close(long end, List<Outcome> outcomes);

    /** The state as it is now, for a snapshot. It refers to arrays, which do not change until {@link #copyArrays}. */
    View view();

    /** Replaces every array that {@link #view} has handed out by a copy. */
    void copyArrays();

    /** Reads the part of the keys, which may have been written under another plan. */
    void readKeys(DataInput in) throws IOException;

    /** Reads the part of the cells, which must have been written by the same query. */
    void readCells(DataInput in) throws IOException;

    /**
     * Reads the part of the cells, and keeps of it what an adoption leaves: {@link dev.weir.operators.restore.ClosedCells}. Releasers whose
     * cells share noise begin anew.
     *
     * @param closedUpTo the end of the last cell that is closed, epoch milliseconds
     */
    void readAdopted(DataInput in, long closedUpTo) throws IOException;

    /**
     * The state of a releaser at one moment.
     *
     * @param keys writes the part of the keys
     * @param cells writes the part of the cells
     */
    record View(Part keys, Part cells) {}

    /** Writes something of the state as it was when the view was taken. */
    interface Part {
        void write(DataOutput out) throws IOException;
    }
}
