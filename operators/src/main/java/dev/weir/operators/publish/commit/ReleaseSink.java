package dev.weir.operators.publish.commit;

import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.SortedMap;

/** Makes releases visible, in a topic or in files. One thread at a time uses a sink. */
public interface ReleaseSink extends AutoCloseable {

    /**
     * Called once, before anything is published.
     *
     * @param next the number of the batch that is published next. All earlier batches have been acknowledged and are
     * not published again
     */
    default void expect(long next) throws IOException {}

    /**
     * Called once, after {@link #expect} and before anything is published, with the restored pending batches. An
     * earlier attempt may have made these batches visible, in whole or in part, after the state was written. All these
     * batches are passed to {@link #publish} again.
     *
     * @param pending the rows of the restored batches by the batches' numbers; empty if no batch was restored. Each
     * iteration decodes the rows anew
     */
    default void resume(SortedMap<Long, Collection<PublishedRow>> pending) throws IOException, InterruptedException {}

    /**
     * Makes a batch visible, and returns when it is durable. After a failure the method is called again with the same
     * batch and the same bytes. Rows that are already visible must not change.
     *
     * @param number the batch's number, from 1 on without gaps; unchanged when the batch is published again
     * @param rows the rows in {@link PublishedRow#PUBLIC_ORDER}. Iteration decodes them one by one; an implementation
     * should not collect them, because that takes much memory
     */
    void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException;

    /**
     * Called when the input has ended and everything has been published; possibly called again with the same number.
     *
     * @param last the number of the last batch; 0 if no batch was published
     */
    default void end(long last) throws IOException {}

    @Override
    void close() throws IOException;

    /** Opens the sink where the publishing operator runs. */
    @FunctionalInterface
    interface Factory extends Serializable {

        /** Opens a new sink. */
        ReleaseSink open() throws IOException;
    }
}
