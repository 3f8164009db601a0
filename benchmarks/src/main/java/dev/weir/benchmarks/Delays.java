package dev.weir.benchmarks;

import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Measures how long after the end of its window each batch becomes visible, and passes the batch on. It reads the same clock
 * as the records' event times. For one job at a time, in this process.
 */
final class Delays implements ReleaseSink {

    private static final List<Long> MILLIS = new ArrayList<>();

    private final ReleaseSink sink;

    /**
     * @param sink receives the rows, and returns once readers can see them
     */
    Delays(ReleaseSink sink) {
        this.sink = sink;
    }

    /** Returns the delays since the last call, one for each window of each batch, in milliseconds and in ascending order. */
    static List<Long> take() {
        synchronized (MILLIS) {
            List<Long> taken = MILLIS.stream().sorted().toList();
            MILLIS.clear();
            return taken;
        }
    }

    /** Returns the smallest value that is at least as large as the given share of all values. */
    static long quantile(List<Long> sorted, double share) {
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        sink.publish(number, rows);
        long now = System.currentTimeMillis();
        long[] ends =
                rows.stream().mapToLong(PublishedRow::windowEnd).distinct().toArray();
        synchronized (MILLIS) {
            for (long end : ends) {
                // at the end of the input, windows are closed before they have ended
                if (end <= now) {
                    MILLIS.add(now - end);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        sink.close();
    }
}
