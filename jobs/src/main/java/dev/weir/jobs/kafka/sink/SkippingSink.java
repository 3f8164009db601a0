package dev.weir.jobs.kafka.sink;

import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * Writes releases to topics, for readers that cannot detect a repeated row. From batches that an earlier attempt may have
 * written, it writes only the rows that the topics do not have yet.
 *
 * <p>A row is left out only if {@link PresentRows} has read the same id with the same bytes in the row's topic. A row that is
 * in the topic but was not read is written again. So a row may be duplicated, but none is missing.
 */
public final class SkippingSink implements ReleaseSink {

    private final ReleaseSink topics;
    private final PresentRows reader;
    private Set<String> present = Set.of();
    private long lastResumed;

    private SkippingSink(ReleaseSink topics, PresentRows reader) {
        this.topics = topics;
        this.reader = reader;
    }

    /**
     * Opens a sink to a broker.
     *
     * @param topics opens the sink that writes
     * @param maxSkewMillis how far the clock that closes windows may be ahead of the clock of the job's machines, milliseconds, at least 0
     */
    public record Factory(KafkaReleaseSink.Factory topics, long maxSkewMillis) implements ReleaseSink.Factory {

        @Override
        public ReleaseSink open() throws IOException {
            return new SkippingSink(topics.open(), new PresentRows(topics, maxSkewMillis));
        }
    }

    @Override
    public void expect(long next) throws IOException {
        topics.expect(next);
    }

    @Override
    public void resume(SortedMap<Long, Collection<PublishedRow>> pending) throws IOException, InterruptedException {
        topics.resume(pending);
        if (!pending.isEmpty()) {
            present = reader.find(pending.values());
            lastResumed = pending.lastKey();
        }
    }

    @Override
    public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
        if (number > lastResumed) {
            present = Set.of();
        }
        topics.publish(number, present.isEmpty() ? rows : new Missing(rows, present));
    }

    /** Rows that are not in the topics yet. They are selected one by one as the sink iterates over them. */
    private static final class Missing extends AbstractCollection<PublishedRow> {

        private final Collection<PublishedRow> rows;
        private final Set<String> present;

        Missing(Collection<PublishedRow> rows, Set<String> present) {
            this.rows = rows;
            this.present = present;
        }

        private Stream<PublishedRow> missing() {
            return rows.stream().filter(row -> !present.contains(row.releaseId()));
        }

        @Override
        public Iterator<PublishedRow> iterator() {
            return missing().iterator();
        }

        @Override
        public int size() {
            return (int) missing().count();
        }
    }

    @Override
    public void end(long last) throws IOException {
        topics.end(last);
    }

    @Override
    public void close() throws IOException {
        topics.close();
    }
}
