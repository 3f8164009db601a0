package dev.weir.jobs.kafka.source;

import dev.weir.jobs.config.Source.Topic;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.MetricGroup;

/**
 * A source without elements that emits the watermarks of a {@link WallClock}, which close the windows of a topic that has
 * fallen silent. It never ends and has no state. After a restore it starts again from the current time.
 *
 * @param <T> the elements of the stream with which this source is united
 */
final class ClockSource<T> implements Source<T, NoSplit, NoSplit> {

    private static final long serialVersionUID = 1L;

    private final Topic topic;
    private final WallClock.Terms terms;
    private final Map<String, String> outputs;

    /**
     * Creates the clock of the windows over a topic.
     *
     * @param topic the input topic
     * @param terms how far behind the wall clock windows close
     * @param outputs the topics that the job writes, each by the name of the gauge that tells how long the topic's readers are
     *     held up
     */
    ClockSource(Topic topic, WallClock.Terms terms, Map<String, String> outputs) {
        this.topic = topic;
        this.terms = terms;
        this.outputs = Map.copyOf(outputs);
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<T, NoSplit> createReader(SourceReaderContext context) {
        MetricGroup weir = context.metricGroup().addGroup("weir");
        return new ClockSourceReader<>(topic, terms, weir, new OutputWatch(topic, outputs, weir));
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> createEnumerator(SplitEnumeratorContext<NoSplit> context) {
        return new NoSplit.Enumerator();
    }

    @Override
    public SplitEnumerator<NoSplit, NoSplit> restoreEnumerator(
            SplitEnumeratorContext<NoSplit> context, NoSplit checkpoint) {
        return new NoSplit.Enumerator();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getSplitSerializer() {
        return new NoSplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<NoSplit> getEnumeratorCheckpointSerializer() {
        return new NoSplit.Serializer();
    }
}
