package dev.weir.operators.result;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Writes outcomes as binary rows, and reads such rows back as {@link Release} and {@link Withheld}. The line of an
 * exact outcome does not contain its value.
 */
public final class BinaryRowFormat implements RowFormat {

    private static final long serialVersionUID = 1L;
    private static final int INITIAL_BYTES = 256;

    private final Plan plan;
    private final Estimators estimators;

    /**
     * Creates the format of a plan's rows.
     *
     * @param plan the plan whose outcomes are written
     */
    public BinaryRowFormat(Plan plan) {
        this.plan = plan;
        this.estimators = new Estimators(plan);
    }

    @Override
    public PublishedRow format(Outcome outcome) {
        ReleaseId id = plan.releaseId(outcome.query(), outcome.key(), outcome.window(), outcome.end());
        return PublishedRow.of(outcome, id, line(outcome, id));
    }

    private byte[] line(Outcome outcome, ReleaseId id) {
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        try {
            write(outcome, id, out);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory can be written to", e);
        }
        return out.getCopyOfBuffer();
    }

    private void write(Outcome outcome, ReleaseId id, DataOutputSerializer out) throws IOException {
        Instant start = Instant.ofEpochMilli(outcome.start());
        if (outcome.kind() == Outcome.Kind.RELEASED) {
            List<Estimate> values = estimators.noisy(outcome);
            new Release.Serializer().serialize(new Release(id, start, outcome.step(), values), out);
        } else {
            new Withheld.Serializer().serialize(new Withheld(id, start), out);
        }
    }

    /**
     * Selects the released values among published rows.
     *
     * @param rows rows that this format has written
     */
    public static SingleOutputStreamOperator<Release> releases(DataStream<PublishedRow> rows) {
        return rows.<Release>flatMap((row, out) -> {
                    if (row.kind() == Outcome.Kind.RELEASED) {
                        out.collect(new Release.Serializer().deserialize(new DataInputDeserializer(row.line())));
                    }
                })
                .returns(Release.TYPE)
                .name("releases")
                .uid("weir-releases")
                .setParallelism(1);
    }

    /**
     * Selects the withheld releases among published rows.
     *
     * @param rows rows that this format has written
     */
    public static SingleOutputStreamOperator<Withheld> withheld(DataStream<PublishedRow> rows) {
        return rows.<Withheld>flatMap((row, out) -> {
                    if (row.kind() == Outcome.Kind.WITHHELD) {
                        out.collect(new Withheld.Serializer().deserialize(new DataInputDeserializer(row.line())));
                    }
                })
                .returns(Withheld.TYPE)
                .name("withheld")
                .uid("weir-withheld")
                .setParallelism(1);
    }
}
