package dev.weir.operators.state;

import dev.weir.operators.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What an operator keeps for the keys of one key group, which Flink moves as a whole when a job is rescaled.
 *
 * <p>A snapshot takes a view of the table on the task's thread: references to its arrays. Another thread writes the view
 * while the task goes on. The first change after that copies the arrays, so that those of the view stay as they were; once
 * every view of them has been written or let go, nothing is copied. All changes go through a method of the table that first
 * calls {@link #beforeChange}, once for a batch of records and not for each.
 *
 * <p>Copying all arrays of a large table at once stops the stream. So a table may instead leave an array where it is, and save
 * what changes in it for as long as a view is open; {@link Contents#release} tells it when a view no longer is.
 */
public abstract class KeyGroupTable {

    /** How many views of the arrays that the table has now are still to be written. */
    private AtomicInteger unwritten = new AtomicInteger();

    private final int oldestFormat;
    private final int format;

    /**
     * A table. Each kind of table has its own numbers of formats, from 1 on.
     *
     * @param oldestFormat the oldest format that {@link #read} knows; state in an older one is refused
     * @param format the format in which the table is written
     */
    protected KeyGroupTable(int oldestFormat, int format) {
        this.oldestFormat = oldestFormat;
        this.format = format;
    }

    /** The number of the format in which the table is written. */
    public final int format() {
        return format;
    }

    /** The number of the oldest format that {@link #read} knows. */
    public final int oldestFormat() {
        return oldestFormat;
    }

    /**
     * References to all that a snapshot writes. What they lead to may change only after {@link #copyArrays}, or where the
     * contents themselves keep what was there before.
     */
    protected abstract Contents contents();

    /** Replaces every array that {@link #contents} has handed out by a copy of it. */
    protected abstract void copyArrays();

    /**
     * Fills a new table from restored state.
     *
     * @param format the format of the state: at least {@link #oldestFormat}, at most {@link #format}
     * @param migration how the plan that the state was written under relates to the plan of today
     */
    public abstract void read(DataInput in, int format, PlanMigration migration) throws IOException;

    /** The table as it is now, to be written by any thread; it must be closed, written or not. */
    public final View view() {
        unwritten.incrementAndGet();
        return new View(format, contents(), unwritten);
    }

    /** Must be called before what {@link #contents} has handed out is changed, by the task's thread. */
    protected final void beforeChange() {
        if (unwritten.get() > 0) {
            copyArrays();
            unwritten = new AtomicInteger();
        }
    }

    /** What a table holds at one moment. */
    @FunctionalInterface
    public interface Contents {

        /** Writes it down. */
        void write(DataOutput out) throws IOException;

        /**
         * It will not be written any more: a table that keeps something for it may let that go. Called once, by the thread that
         * closes the view.
         */
        default void release() {}
    }

    /** A table at one moment, until it is closed. Closing twice is closing once. */
    public static final class View implements AutoCloseable {

        private final int format;
        private final AtomicInteger unwritten;
        private Contents contents;
        private boolean open = true;

        private View(int format, Contents contents, AtomicInteger unwritten) {
            this.format = format;
            this.contents = contents;
            this.unwritten = unwritten;
        }

        /** Writes the table down as it was: its format, then its contents. */
        public void write(DataOutput out) throws IOException {
            out.writeInt(format);
            contents.write(out);
        }

        /** Lets the arrays go. */
        @Override
        public void close() {
            if (open) {
                open = false;
                contents.release();
                contents = out -> {
                    throw new IOException("the view is closed");
                };
                unwritten.decrementAndGet();
            }
        }
    }
}
