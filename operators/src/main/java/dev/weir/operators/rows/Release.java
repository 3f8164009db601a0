package dev.weir.operators.rows;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Noisy values of one key in one window: durable when it is seen, and free to be published.
 *
 * @param context what it is about
 * @param values one a released aggregate, in the order of the query
 */
public record Release(Context context, List<Value> values) {

    /** The type, for Flink. */
    public static final FlatType<Release> TYPE = new FlatType<>(Release.class, new Serializer());

    public Release {
        values = List.copyOf(values);
    }

    /**
     * A noisy value.
     *
     * @param name the name of the aggregate
     * @param value in the aggregate's own unit, an exact decimal; a noisy count may be negative
     * @param stddev the standard deviation of the noise in it, above 0: a function of configuration
     */
    public record Value(String name, BigDecimal value, double stddev) {

        /** The value and the standard deviation of its noise. */
        @Override
        public String toString() {
            return name + "=" + value.toPlainString() + " (sd " + Math.round(stddev * 10) / 10.0 + ")";
        }
    }

    /** The key. */
    public String key() {
        return context.key();
    }

    /** The value of an aggregate, by its name. */
    public BigDecimal value(String name) {
        return named(name).value();
    }

    /** The standard deviation of the noise in it. */
    public double stddev(String name) {
        return named(name).stddev();
    }

    private Value named(String name) {
        return values.stream()
                .filter(value -> value.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("value must be one of "
                        + values.stream().map(Value::name).toList() + ", was " + name));
    }

    /** Context and values: nothing in it is private. */
    @Override
    public String toString() {
        return context + " " + values.stream().map(Value::toString).collect(Collectors.joining(" "));
    }

    /** Field by field. */
    public static final class Serializer extends FlatSerializer<Release> {

        private static final long serialVersionUID = 1L;

        @Override
        public Release createInstance() {
            return new Release(new Context("", "", "", Instant.EPOCH, Instant.EPOCH), List.of());
        }

        @Override
        public void serialize(Release release, DataOutputView target) throws IOException {
            release.context.write(target);
            target.writeInt(release.values.size());
            for (Value value : release.values) {
                target.writeUTF(value.name);
                target.writeUTF(value.value.toString());
                target.writeDouble(value.stddev);
            }
        }

        @Override
        public Release deserialize(DataInputView source) throws IOException {
            Context context = Context.read(source);
            List<Value> values = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                values.add(new Value(source.readUTF(), new BigDecimal(source.readUTF()), source.readDouble()));
            }
            return new Release(context, values);
        }

        @Override
        public TypeSerializerSnapshot<Release> snapshotConfiguration() {
            return new Snapshot();
        }

        /** What a checkpoint remembers of the serializer. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Release> {
            /** For Flink. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
