package dev.weir.operators.rows;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.publish.Row;
import dev.weir.operators.publish.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/** Writes outcomes down in binary, once, and reads them as {@link Release} and {@link Withheld} again. */
public final class TypedRows implements RowFormat {

    private static final long serialVersionUID = 1L;

    private final Plan plan;

    /** The format of a plan's rows. */
    public TypedRows(Plan plan) {
        this.plan = plan;
    }

    @Override
    public Row format(Outcome outcome) {
        PricedQuery priced = plan.queries().get(outcome.query());
        Query query = priced.query();
        Context context = new Context(
                query.contextOf(plan.domain(), outcome.key(), outcome.end()),
                query.name(),
                outcome.key(),
                Instant.ofEpochMilli(outcome.start()),
                Instant.ofEpochMilli(outcome.end()));
        byte[] line = bytes(outcome, priced, context);
        return new Row(
                outcome.kind(), outcome.end(), query.name(), outcome.key(), context.id(), outcome.charge(), line);
    }

    private static byte[] bytes(Outcome outcome, PricedQuery priced, Context context) {
        DataOutputSerializer out = new DataOutputSerializer(256);
        try {
            if (outcome.kind() == Outcome.Kind.RELEASED) {
                new Release.Serializer().serialize(new Release(context, values(outcome, priced)), out);
            } else {
                new Withheld.Serializer().serialize(new Withheld(context), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("memory can be written to", e);
        }
        return out.getCopyOfBuffer();
    }

    private static List<Release.Value> values(Outcome outcome, PricedQuery priced) {
        List<Release.Value> values = new ArrayList<>();
        List<Aggregate> aggregates = priced.query().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            Aggregate aggregate = aggregates.get(i);
            values.add(
                    new Release.Value(aggregate.name(), aggregate.inValueUnits(outcome.values()[i]), priced.stddev(i)));
        }
        return values;
    }

    /** Those of the rows that hold released values. */
    public static SingleOutputStreamOperator<Release> releases(DataStream<Row> rows) {
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

    /** Those of the rows that say what was withheld. */
    public static SingleOutputStreamOperator<Withheld> withheld(DataStream<Row> rows) {
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
