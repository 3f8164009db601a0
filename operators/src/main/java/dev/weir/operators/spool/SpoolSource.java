package dev.weir.operators.spool;

import dev.weir.operators.publish.row.PublishedRow;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Reads a spool. The source has one reader, which knows the folder and keeps its progress in its own state, so the
 * enumerator assigns nothing.
 */
final class SpoolSource implements Source<PublishedRow, SpoolProgress, SpoolProgress> {

    private static final long serialVersionUID = 1L;

    private final SpoolFolder folder;

    SpoolSource(SpoolFolder folder) {
        this.folder = folder;
    }

    /**
     * Returns unbounded, because it is not known beforehand when the publishing operator has written its last batch.
     * The source ends after that batch.
     */
    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<PublishedRow, SpoolProgress> createReader(SourceReaderContext context) {
        return new SpoolReader(folder);
    }

    @Override
    public SplitEnumerator<SpoolProgress, SpoolProgress> createEnumerator(
            SplitEnumeratorContext<SpoolProgress> context) {
        return new NothingToAssign(folder);
    }

    @Override
    public SplitEnumerator<SpoolProgress, SpoolProgress> restoreEnumerator(
            SplitEnumeratorContext<SpoolProgress> context, SpoolProgress nothing) {
        return new NothingToAssign(folder);
    }

    @Override
    public SimpleVersionedSerializer<SpoolProgress> getSplitSerializer() {
        return new SpoolProgress.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<SpoolProgress> getEnumeratorCheckpointSerializer() {
        return new SpoolProgress.Serializer();
    }

    /**
     * An enumerator that assigns no splits.
     *
     * @param folder the folder, which is written to snapshots only because Flink requires a value
     */
    private record NothingToAssign(SpoolFolder folder) implements SplitEnumerator<SpoolProgress, SpoolProgress> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String requester) {}

        @Override
        public void addSplitsBack(List<SpoolProgress> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public SpoolProgress snapshotState(long checkpoint) {
            return SpoolProgress.start(folder);
        }

        @Override
        public void close() {}
    }
}
