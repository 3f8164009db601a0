package dev.weir.jobs.kafka;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source without elements, whose watermarks follow the wall clock: it closes the windows of a topic that has fallen
 * silent. It never ends, and it has no state: after a restore it is simply the time it is.
 *
 * @param <T> the elements of the stream that it is united with
 */
final class ClockSource<T> implements Source<T, ClockSource.NoSplit, ClockSource.NoSplit> {

    private static final long serialVersionUID = 1L;

    /** Watermarks this far behind the wall clock, in milliseconds. */
    static <T> WatermarkStrategy<T> watermarks(long behindMillis) {
        return context -> new WallClock<>(behindMillis);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
        return new SilentReader<>();
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

    private static final class WallClock<T> implements WatermarkGenerator<T> {

        private final long behindMillis;

        WallClock(long behindMillis) {
            this.behindMillis = behindMillis;
        }

        @Override
        public void onEvent(T element, long timestamp, WatermarkOutput output) {}

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(System.currentTimeMillis() - behindMillis));
        }
    }

    private static final class SilentReader<T> implements SourceReader<T, NoSplit> {

        private final CompletableFuture<Void> never = new CompletableFuture<>();

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) {
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<NoSplit> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return never;
        }

        @Override
        public void addSplits(List<NoSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
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
