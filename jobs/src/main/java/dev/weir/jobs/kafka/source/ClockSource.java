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
 * A source without elements, whose watermarks are those of a {@link WallClock}: it closes the windows of a topic that has
 * fallen silent. It never ends, and it has no state: after a restore it goes by the time of day again.
 *
 * @param <T> the elements of the stream that it is united with
 */
final class ClockSource<T> implements Source<T, NoSplit, NoSplit> {

    private static final long serialVersionUID = 1L;

    private final Topic topic;
    private final WallClock.Terms terms;
    private final Map<String, String> outputs;

    /**
     * The clock of the windows over a topic.
     *
     * @param outputs topics that the job writes, by the names of the gauges that tell whether their readers are held up
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
