package dev.weir.jobs.kafka.source;

import dev.weir.accountant.privacy.PrivacyUnit;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link KafkaSource} of one topic, with two answers of its own when it goes on from a state.
 *
 * <p><b>Another topic.</b> The connector (5.0.0) reads on, for ever, whatever partitions a state knows, and beside them those of the
 * topic that it is given. Here the partitions of every other topic are dropped, and a line in the log says so. A topic of which the
 * state knows no partition begins as on a first start.
 *
 * <p><b>Where every record is a unit</b> another topic is refused. Nothing is kept of such a unit but the offset up to which it has been
 * read: once a partition is dropped, a job that comes back to its topic would read the same records again and release twice about
 * each. Other units have accounts in the state, which count whatever topic their records come from.
 *
 * <p><b>A bounded source</b> comes to its end. The connector tells readers that no partition follows when it has found new
 * partitions; after a restore it finds none, tells nobody, and the readers wait for ever. Here a restored enumerator that had found
 * all partitions looks for none, and tells each reader when it registers.
 *
 * @param kafka the source; a bounded one looks for partitions once
 * @param topic the topic that it reads
 * @param unit whose loss is counted
 * @param <T> its elements
 */
record OneTopicSource<T>(KafkaSource<T> kafka, String topic, PrivacyUnit unit)
        implements Source<T, KafkaPartitionSplit, KafkaSourceEnumState>, ResultTypeQueryable<T> {

    private static final Logger LOG = LoggerFactory.getLogger(OneTopicSource.class);

    @Override
    public Boundedness getBoundedness() {
        return kafka.getBoundedness();
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
     * The part of a state that concerns the topic.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused} if it knows another topic and
     *     every record is a unit
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
        if (unit == PrivacyUnit.EVENT) {
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
