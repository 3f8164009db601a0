package dev.weir.operators.topology;

import dev.weir.operators.publish.row.PublishedRow;
import java.io.Serializable;
import java.util.function.Consumer;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** A sink that passes rows on as they arrive, some of them again after a crash. */
record RowSink(Taker taker) implements Sink<PublishedRow> {

    /** Receives rows. */
    @FunctionalInterface
    interface Taker extends Consumer<PublishedRow>, Serializable {}

    @Override
    public SinkWriter<PublishedRow> createWriter(WriterInitContext context) {
        return new SinkWriter<>() {
            @Override
            public void write(PublishedRow row, Context when) {
                taker.accept(row);
            }

            @Override
            public void flush(boolean isLast) {}

            @Override
            public void close() {}
        };
    }
}
