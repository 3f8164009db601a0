package dev.weir.jobs.kafka.source;

import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The split, and the state of the enumerator, of a source that has neither. */
record NoSplit() implements SourceSplit {

    @Override
    public String splitId() {
        return "none";
    }

    /** An enumerator that assigns no splits. */
    static final class Enumerator implements SplitEnumerator<NoSplit, NoSplit> {

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

    /** A serializer that writes no bytes. */
    static final class Serializer implements SimpleVersionedSerializer<NoSplit> {

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
