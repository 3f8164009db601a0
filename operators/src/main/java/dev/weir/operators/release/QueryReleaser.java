package dev.weir.operators.release;

import dev.weir.operators.gate.PartialSum;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * Keeps the state of one query in one key group, and releases the query's keys. There is one variant for keys that are known before any record,
 * and one for keys that nobody declared.
 *
 * <p>The state has two parts. The part of the <em>keys</em> is kept when the query changes; the part of the <em>cells</em> is dropped.
 */
sealed interface QueryReleaser permits Releaser, DiscoveredReleaser {

    /** Adds a partial sum of the gate. */
    void add(PartialSum partial);

    /**
     * Closes the cells that end at {@code end}. All noise has been drawn when it returns.
     *
     * @param end the end of the cells, epoch milliseconds
     * @param outcomes receives the outcomes of keys
     */
    void close(long end, List<Outcome> outcomes);

    /**
     * Returns a view of the present state for a snapshot. The view refers to arrays that do not change before {@link
     * #copyArrays} is called.
     */
    View view();

    /** Replaces every array that views refer to by a copy, so that this object can change without changing the views. */
    void copyArrays();

    /** Reads the part of the keys, which may have been written under another plan. */
    void readKeys(DataInput in) throws IOException;

    /** Whether keys share one account, or may have shared one when the state was written that has been read. */
    boolean hasOrHadSharedAccount();

    /** Regards the accounts of all keys as spent in every period that begins at or before {@code time}. */
    void spendThrough(long time);

    /** Reads the part of the cells, which must have been written by the same query. */
    void readCells(DataInput in) throws IOException;

    /**
     * Whether the restored state contains series that begin at or after {@code time} (epoch milliseconds) and from
     * which steps have been drawn.
     */
    boolean hasBegunFrom(long time);

    /**
     * Reads the part of the cells of an adopted state, and keeps only the open cells that the adoption has not closed
     * ({@link dev.weir.operators.state.restore.ClosedCells}).
     *
     * @param closedUpTo the end of the last cell that the adoption has closed, epoch milliseconds
     */
    void readAdopted(DataInput in, long closedUpTo) throws IOException;

    /**
     * The state of a releaser at one moment.
     *
     * @param keys writes the part of the keys
     * @param cells writes the part of the cells
     */
    record View(StatePart.View keys, StatePart.View cells) {}
}
