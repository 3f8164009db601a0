package dev.weir.operators.state;

import dev.weir.operators.state.restore.PlanMigration;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of an operator for the keys of one key group, which Flink moves as a whole when a job is rescaled.
 *
 * <p>A snapshot takes a view of the table on the task's thread: references to its arrays. Another thread writes the
 * view while the task goes on. The first change after that copies the arrays, so that those of the view stay as they
 * were; once every view of them has been closed, nothing is copied. All changes go through a method of the table that
 * first calls {@link #beforeChange}, once for a batch of records and not for each.
 *
 * <p>Copying all arrays of a large table at once stops the stream. So a table may instead leave an array where it is,
 * and save what changes in it for as long as a view is open; {@link Contents#release} tells it when a view no longer
 * is.
 */
public abstract class KeyGroupTable {

    /** How many views of the present arrays are not closed yet. */
    private AtomicInteger unwritten = new AtomicInteger();

    private final int oldestFormat;
    private final int format;

    /**
     * A table. Each kind of table has its own numbers of formats, from 1 on.
     *
     * @param oldestFormat the oldest format that {@link #read} accepts; state in an older one is refused
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
     * References to everything that a snapshot writes. The referenced arrays may change only after {@link #copyArrays},
     * or where the contents themselves keep the earlier values.
     */
    protected abstract Contents contents();

    /** Replaces every array that {@link #contents} has handed out by a copy of it. */
    protected abstract void copyArrays();

    /**
     * Fills a new table from restored state.
     *
     * @param in the bytes of the state, after the format
     * @param format the format of the state: at least {@link #oldestFormat}, at most {@link #format}
     * @param migration the conversion from the plan that the state was written under to the present plan
     * @throws IOException if {@code in} fails or the bytes are not in the format
     */
    public abstract void read(DataInput in, int format, PlanMigration migration) throws IOException;

    /** A view of the present table, which any thread may write. It must be closed, written or not. */
    public final View view() {
        unwritten.incrementAndGet();
        return new View(format, contents(), unwritten);
    }

    /**
     * Prepares a change. The task's thread calls it before it changes anything that {@link #contents} has handed out.
     */
    protected final void beforeChange() {
        if (unwritten.get() > 0) {
            copyArrays();
            unwritten = new AtomicInteger();
        }
    }

    /** The contents of a table at one moment. */
    @FunctionalInterface
    public interface Contents {

        /**
         * Writes the contents.
         *
         * @param out receives the bytes
         * @throws IOException if {@code out} fails
         */
        void write(DataOutput out) throws IOException;

        /**
         * Tells that the contents will not be written any more, so that a table may drop what it keeps for them. Called
         * once, by the thread that closes the view.
         */
        default void release() {}
    }

    /** A table at one moment, until the view is closed. Closing twice has no further effect. */
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

        /**
         * Writes the table as it was: its format, then its contents.
         *
         * @param out receives the bytes
         * @throws IOException if {@code out} fails or the view is closed
         */
        public void write(DataOutput out) throws IOException {
            out.writeInt(format);
            contents.write(out);
        }

        /** Releases the arrays. */
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
