package dev.weir.benchmarks;

import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows and bytes, and passes the rows on to another sink. Rows that are written but not published yet wait for a
 * checkpoint.
 */
final class CountedBytes implements ReleaseSink {

    private static final AtomicLong ROWS = new AtomicLong();
    private static final AtomicLong PENDING = new AtomicLong();
    private static final LongAdder WRITTEN = new LongAdder();
    private static final AtomicLong PUBLISHED = new AtomicLong();

    private final @Nullable ReleaseSink sink;

    /**
     * @param sink receives the rows; null to discard them
     */
    CountedBytes(@Nullable ReleaseSink sink) {
        this.sink = sink;
    }

    /** The number of rows that have been published since {@link #reset}. */
    static long rows() {
        return ROWS.get();
    }

    /** The maximum number of bytes of lines that have waited to be published at one time. */
    static long mostPending() {
        return PENDING.get();
    }

    static void reset() {
        ROWS.set(0);
        PENDING.set(0);
        PUBLISHED.set(0);
        WRITTEN.reset();
    }

    /** Returns a format that produces the same rows as the given one, and counts the bytes of their lines as written. */
    static RowFormat counting(RowFormat format) {
        return outcome -> {
            PublishedRow row = format.format(outcome);
            WRITTEN.add(row.line().length);
            return row;
        };
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        PENDING.accumulateAndGet(WRITTEN.sum() - PUBLISHED.get(), Math::max);
        if (sink != null) {
            sink.publish(number, rows);
        }
        ROWS.addAndGet(rows.size());
        rows.forEach(row -> PUBLISHED.addAndGet(row.line().length));
    }

    @Override
    public void close() throws IOException {
        if (sink != null) {
            sink.close();
        }
    }
}
