package dev.weir.jobs.kafka;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded {@link KafkaSource} that also comes to its end when it goes on from a savepoint. The connector (5.0.0) tells readers
 * that no partition follows when it has found new partitions; after a restore it finds none, tells nobody, and the readers wait
 * for ever. Here a restored enumerator that had found all partitions looks for none, and tells each reader when it registers.
 *
 * @param kafka the source, which looks for partitions once
 * @param <T> its elements
 */
record BoundedSource<T>(KafkaSource<T> kafka)
        implements Source<T, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<T> {

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
    }

    @Override
    public SourceReader<T, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        return kafka.createReader(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return kafka.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state) throws IOException {
        SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored = kafka.restoreEnumerator(context, state);
        boolean isComplete =
                state.initialDiscoveryFinished() && state.unassignedSplits().isEmpty();
        return isComplete ? new Complete(restored, context) : restored;
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return kafka.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return kafka.getEnumeratorCheckpointSerializer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return kafka.getProducedType();
    }

    /**
     * An enumerator whose partitions are all with readers. It is not started, so that it looks for no further ones; those that a
     * lost reader gives back are assigned again, and then the reader is told once more.
     */
    private record Complete(
            SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored,
            SplitEnumeratorContext<KafkaPartitionSplit> context)
            implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, @Nullable String host) {
            restored.handleSplitRequest(subtask, host);
        }

        @Override
        public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtask) {
            restored.addSplitsBack(splits, subtask);
        }

        @Override
        public void addReader(int subtask) {
            restored.addReader(subtask);
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public KafkaSourceEnumState snapshotState(long checkpoint) throws Exception {
            return restored.snapshotState(checkpoint);
        }

        @Override
        public void close() throws IOException {
            restored.close();
        }
    }
}
