package dev.weir.testing.published;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Collects the releases of a job of the Java API.
 *
 * @param name the name of what they are collected in
 */
public record ReleaseCollector(String name) implements Sink<Release> {

    private static final long serialVersionUID = 1L;
    private static final int INITIAL_BYTES = 256;

    /**
     * A collector.
     *
     * @param published takes the releases
     */
    public static ReleaseCollector into(Published published) {
        return new ReleaseCollector(published.name());
    }

    @Override
    public SinkWriter<Release> createWriter(WriterInitContext context) {
        Published published = Published.named(name);
        return new SinkWriter<>() {
            @Override
            public void write(Release release, Context at) throws IOException {
                published.take(row(release));
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }

    private static PublishedRow row(Release release) throws IOException {
        DataOutputSerializer line = new DataOutputSerializer(INITIAL_BYTES);
        new Release.Serializer().serialize(release, line);
        return new PublishedRow(
                Outcome.Kind.RELEASED,
                release.start().toEpochMilli(),
                release.id().windowEnd(),
                release.id().query(),
                release.id().key(),
                release.id().toString(),
                0,
                line.getCopyOfBuffer());
    }

    /** Reads the numbers of releases. */
    public static RowReader reader() {
        return (line, numbers) -> {
            try {
                Release release = new Release.Serializer().deserialize(new DataInputDeserializer(line));
                for (Estimate estimate : release.values()) {
                    Leaves.tell(estimate.name(), estimate.fields(), numbers);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("bytes in memory can be read", e);
            }
        };
    }
}
