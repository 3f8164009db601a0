package dev.weir.jobs.kafka;

import dev.weir.jobs.config.Source.Topic;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source without elements, whose watermarks are those of a {@link WallClock}: it closes the windows of a topic that has
 * fallen silent. It never ends, and it has no state: after a restore it is simply the time it is.
 *
 * @param <T> the elements of the stream that it is united with
 */
final class ClockSource<T> implements Source<T, ClockSource.NoSplit, ClockSource.NoSplit> {

    private static final long serialVersionUID = 1L;

    private final Topic topic;
    private final WallClock.Terms terms;

    /** A clock that windows over a topic close by. */
    ClockSource(Topic topic, WallClock.Terms terms) {
        this.topic = topic;
        this.terms = terms;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
        return new ClockSourceReader<>(topic, terms, context.metricGroup());
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
        return new NothingToAssign();
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, NoSplit checkpoint) {
        return new NothingToAssign();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new NoBytes();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getEnumeratorCheckpointSerializer() {
        return new NoBytes();
    }

    /** Stands where Flink wants a split or a state. */
    record NoSplit() implements SourceSplit {

        @Override
        public String splitId() {
            return "none";
        }
    }

    private static final class NothingToAssign implements SplitEnumerator<NoSplit, NoSplit> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtaskId, String requesterHostname) {}

        @Override
        public void addSplitsBack(List<NoSplit> splits, int subtaskId) {}

        @Override
        public void addReader(int subtaskId) {}

        @Override
        public NoSplit snapshotState(long checkpointId) {
            return new NoSplit();
        }

        @Override
        public void close() {}
    }

    private static final class NoBytes implements SimpleVersionedSerializer<NoSplit> {

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(NoSplit nothing) {
            return new byte[0];
        }

        @Override
        public NoSplit deserialize(int version, byte[] serialized) {
            return new NoSplit();
        }
    }
}
