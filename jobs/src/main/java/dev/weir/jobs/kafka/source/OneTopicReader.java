package dev.weir.jobs.kafka.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;

/**
 * A reader that accepts partitions of one topic only. A restored state may also have partitions of a topic that the job has
 * read before. Such partitions are dropped: they hold no watermark back, and are not in the next checkpoint.
 *
 * @param <T> the elements
 */
@SuppressWarnings("try") // the connector's reader may be interrupted while it is closed
final class OneTopicReader<T> implements SourceReader<T, KafkaPartitionSplit> {

    private final SourceReader<T, KafkaPartitionSplit> kafka;
    private final String topic;
    private final List<String> dropped = new ArrayList<>();

    OneTopicReader(SourceReader<T, KafkaPartitionSplit> kafka, String topic) {
        this.kafka = kafka;
        this.topic = topic;
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        List<KafkaPartitionSplit> own = new ArrayList<>();
        for (KafkaPartitionSplit split : splits) {
            if (split.getTopic().equals(topic)) {
                own.add(split);
            } else {
                dropped.add(split.splitId());
            }
        }
        if (!own.isEmpty()) {
            kafka.addSplits(own);
        }
    }

    /**
     * Releases the outputs of dropped splits. Flink makes an output for each split of the state, and would wait for the first
     * watermark of this output.
     */
    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        if (!dropped.isEmpty()) {
            dropped.forEach(output::releaseOutputForSplit);
            dropped.clear();
        }
        return kafka.pollNext(output);
    }

    @Override
    public void start() {
        kafka.start();
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpoint) {
        return kafka.snapshotState(checkpoint);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return kafka.isAvailable();
    }

    @Override
    public void notifyNoMoreSplits() {
        kafka.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        kafka.handleSourceEvents(event);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> paused, Collection<String> resumed) {
        kafka.pauseOrResumeSplits(paused, resumed);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        kafka.notifyCheckpointComplete(checkpoint);
    }

    @Override
    public void notifyCheckpointAborted(long checkpoint) throws Exception {
        kafka.notifyCheckpointAborted(checkpoint);
    }

    @Override
    public void close() throws Exception {
        kafka.close();
    }
}
