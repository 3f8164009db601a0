package dev.weir.operators.publish.commit;

import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.SortedMap;

/** Makes releases visible. Topics and files implement it. One thread at a time uses a sink. */
public interface ReleaseSink extends AutoCloseable {

    /**
     * Called once, before anything is published.
     *
     * @param next the number of the batch that is published next: all before it have been acknowledged and do not come again
     */
    default void expect(long next) throws IOException {}

    /**
     * Called once, after {@link #expect} and before anything is published. An earlier attempt may have made these
     * batches visible, in whole or in part, after the state was written. All of them come to {@link #publish}.
     *
     * @param pending the rows of the restored batches by their numbers; empty if nothing is restored. Each reading makes them anew
     */
    default void resume(SortedMap<Long, Collection<PublishedRow>> pending) throws IOException, InterruptedException {}

    /**
     * Makes a batch visible and returns when it is durable. After a failure the same batch comes again with the same
     * bytes; rows that are visible already must not change.
     *
     * @param number the batch's number: from 1 on, without gaps; a batch that comes again has the same number
     * @param rows in {@link PublishedRow#PUBLIC_ORDER}; read from bytes one by one, so they are not to be collected
     */
    void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException;

    /**
     * Called once, when the input has ended and everything has been published.
     *
     * @param last the number of the last batch, 0 if there was none
     */
    default void end(long last) throws IOException {}

    @Override
    void close() throws IOException;

    /** Opens the sink where the publishing operator runs. */
    @FunctionalInterface
    interface Factory extends Serializable {

        /** A new sink. */
        ReleaseSink open() throws IOException;
    }
}
