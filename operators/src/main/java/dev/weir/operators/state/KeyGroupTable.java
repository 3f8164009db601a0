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
 * view while the task goes on. The first change after that copies the arrays, so that the arrays of the view stay
 * unchanged. If every view has been closed by then, nothing is copied. Every method that changes the table first calls
 * {@link #beforeChange}, once for a batch of records and not once for each record.
 *
 * <p>Copying all arrays of a large table at once stops the stream for some time. Instead, a table may keep an array in
 * use, and save the old values of what changes in it while a view is open. {@link Contents#release} tells the table
 * when a view has been closed.
 */
public abstract class KeyGroupTable {

    /** The number of open views of the present arrays. */
    private AtomicInteger unwritten = new AtomicInteger();

    private final int oldestFormat;
    private final int format;

    /**
     * Creates a table. Each kind of table numbers its own formats, from 1 on.
     *
     * @param oldestFormat the oldest format that {@link #read} accepts; state in an older format is refused
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

    /** The number of the oldest format that {@link #read} accepts. */
    public final int oldestFormat() {
        return oldestFormat;
    }

    /**
     * Returns references to everything that a snapshot writes. The referenced arrays must not change before {@link
     * #copyArrays} is called, unless the contents themselves save the old values.
     */
    protected abstract Contents contents();

    /** Replaces every array that {@link #contents} refers to by a copy, which the table then uses. */
    protected abstract void copyArrays();

    /**
     * Fills a new table from restored state.
     *
     * @param in the bytes of the state, after the format
     * @param format the format of the state: at least {@link #oldestFormat}, at most {@link #format}
     * @param migration the conversion of the state from the plan that it was written under to the present plan
     * @throws IOException if {@code in} fails or the bytes are not in the format
     */
    public abstract void read(DataInput in, int format, PlanMigration migration) throws IOException;

    /**
     * Returns a view of the present table, which any thread may write. The view must be closed, even if it is not
     * written.
     */
    public final View view() {
        unwritten.incrementAndGet();
        return new View(format, contents(), unwritten);
    }

    /**
     * Prepares a change. The task's thread calls this method before it changes anything that {@link #contents} refers
     * to.
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
         * Notes that the contents will not be written any more, so that the table may drop the values that it has saved
         * for them. Called once, by the thread that closes the view.
         */
        default void release() {}
    }

    /** The state of a table at one moment, until the view is closed. Closing it again has no effect. */
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
         * Writes the table as it was when the view was taken: its format, then its contents.
         *
         * @param out receives the bytes
         * @throws IOException if {@code out} fails or the view is closed
         */
        public void write(DataOutput out) throws IOException {
            out.writeInt(format);
            contents.write(out);
        }

        /** Closes the view, so that the table need not copy its arrays for this view. */
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
