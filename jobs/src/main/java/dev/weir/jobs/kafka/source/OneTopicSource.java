package dev.weir.jobs.kafka.source;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.lineage.TopicLineage;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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
import org.apache.flink.connector.kafka.source.enumerator.SplitAndAssignmentStatus;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link KafkaSource} of one topic that behaves differently from the connector after a restore.
 *
 * <p><b>Another topic.</b> The connector (5.0.0) continues to read every partition of a restored state, in addition to the
 * partitions of the configured topic. This class drops the partitions of every other topic and logs this. If the state has no
 * partition of the configured topic, the topic is read as on a first start.
 *
 * <p><b>Where every record is a unit</b> a change of topic is refused. The state keeps nothing of such a unit except the
 * offset up to which its partition has been read. If the partition were dropped, a job that later returned to the topic would
 * read the same records again and release about each of them twice. Other units have accounts in the state, which count
 * records of every topic.
 *
 * <p><b>A bounded source</b> must end after a restore. The connector tells readers that no partition follows only when it has
 * found new partitions. After a restore it finds no new partition, and the readers wait forever. Here a restored enumerator
 * that had found all partitions looks for no more, and tells each reader, when the reader registers, that no partition follows.
 *
 * @param kafka the source; a bounded one looks for partitions once
 * @param topic the configured topic
 * @param unit the privacy unit of the pipeline
 * @param <T> the elements of the source
 */
record OneTopicSource<T>(KafkaSource<T> kafka, String topic, PrivacyUnit unit)
        implements Source<T, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<T>, LineageVertexProvider {

    private static final Logger LOG = LoggerFactory.getLogger(OneTopicSource.class);

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
    }

    /** Names the topic alone. The connector would tell its client properties, passwords included. */
    @Override
    public SourceLineageVertex getLineageVertex() {
        return TopicLineage.records(topic, unit.words(), getBoundedness());
    }

    @Override
    public SourceReader<T, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        return new OneTopicReader<>(kafka.createReader(context), topic);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return kafka.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState state) throws IOException {
        KafkaSourceEnumState own = own(state);
        SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restored = kafka.restoreEnumerator(context, own);
        boolean isComplete =
                own.initialDiscoveryFinished() && own.unassignedSplits().isEmpty();
        return isComplete && getBoundedness() == Boundedness.BOUNDED ? new Complete(restored, context) : restored;
    }

    /**
     * Returns the part of a state that concerns the configured topic.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if the state has
     *     another topic and every record is a unit
     */
    KafkaSourceEnumState own(KafkaSourceEnumState state) {
        Set<SplitAndAssignmentStatus> own = state.splits().stream()
                .filter(known -> known.split().getTopic().equals(topic))
                .collect(Collectors.toSet());
        Set<String> others = state.splits().stream()
                .map(known -> known.split().getTopic())
                .filter(name -> !name.equals(topic))
                .collect(Collectors.toCollection(TreeSet::new));
        if (others.isEmpty()) {
            return state;
        }
        requireAccounts(others);
        LOG.warn(
                "source.kafka.topic is {} now: what the state has not read yet of {} is never read, {} partitions in all",
                topic,
                String.join(", ", others),
                state.splits().size() - own.size());
        return new KafkaSourceEnumState(own, state.initialDiscoveryFinished() && !own.isEmpty());
    }

    private void requireAccounts(Set<String> others) {
        if (unit.isEvent()) {
            throw new StartRefused(
                            StartRefused.Code.STATE_UNUSABLE,
                            "source.kafka.topic is " + topic + ", and the state has read " + String.join(", ", others)
                                    + ": where every record is a unit, nothing but its place in the topic tells that it has"
                                    + " been counted. Name that topic again, or start under another domain name, whose"
                                    + " losses add")
                    .asFailure();
        }
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
     * An enumerator that has assigned all partitions to readers. The enumerator inside is never started, so it looks for no
     * more partitions. Partitions that a failed reader gives back are assigned again, and the reader that gets them is told
     * again that no partition follows.
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
