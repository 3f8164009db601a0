package dev.weir.benchmarks;

import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.ReleaseSink;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts what is published, and hands it on: a batch is what has waited for a checkpoint. */
final class CountedBytes implements ReleaseSink {

    private static final AtomicLong ROWS = new AtomicLong();
    private static final AtomicLong PENDING = new AtomicLong();

    private final @Nullable ReleaseSink sink;

    /** @param sink takes the rows; none: they go nowhere */
    CountedBytes(@Nullable ReleaseSink sink) {
        this.sink = sink;
    }

    /** How many rows have been published since {@link #reset}. */
    static long rows() {
        return ROWS.get();
    }

    /** The most bytes that have waited for one checkpoint. */
    static long mostPending() {
        return PENDING.get();
    }

    static void reset() {
        ROWS.set(0);
        PENDING.set(0);
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        Batch batch = new Batch(rows);
        if (sink == null) {
            batch.forEach(row -> {});
        } else {
            sink.publish(number, batch);
        }
        ROWS.addAndGet(rows.size());
        PENDING.accumulateAndGet(batch.bytes, Math::max);
    }

    @Override
    public void close() throws IOException {
        if (sink != null) {
            sink.close();
        }
    }

    /** Counts bytes while its rows are read, once. */
    private static final class Batch extends AbstractCollection<PublishedRow> {
        private final Collection<PublishedRow> rows;
        private long bytes;

        Batch(Collection<PublishedRow> rows) {
            this.rows = rows;
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public Iterator<PublishedRow> iterator() {
            Iterator<PublishedRow> all = rows.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return all.hasNext();
                }

                @Override
                public PublishedRow next() {
                    PublishedRow row = all.next();
                    bytes += row.line().length;
                    return row;
                }
            };
        }
    }
}
