package dev.weir.operators.result;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.query.ReleaseId;
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
 * The noisy values of one key in one window. When a job receives a release, the release is durable and may be
 * published.
 *
 * @param id the id of the release
 * @param start the start of the window, which belongs to the window
 * @param step the number of the step in its series, from 1, of a running total or sliding window; 0 for tumbling
 * windows
 * @param values the estimates, one for each released name, in the order of the query
 */
public record Release(ReleaseId id, Instant start, long step, List<Estimate> values) implements WindowResult {

    /** The Flink type information of a release. */
    public static final FlatType<Release> TYPE = new FlatType<>(Release.class, new Serializer());

    public Release {
        values = List.copyOf(values);
    }

    /**
     * Creates the release of a tumbling window.
     *
     * @param id the id of the release
     * @param start the start of the window, which belongs to the window
     * @param values the estimates, one for each released name, in the order of the query
     */
    public Release(ReleaseId id, Instant start, List<Estimate> values) {
        this(id, start, 0, values);
    }

    /**
     * The value that is released under a name.
     *
     * @param name the name of the value
     * @return the value in the aggregate's own unit, an exact decimal; a noisy count may be negative
     * @throws IllegalArgumentException if there is no value of that name
     */
    public BigDecimal value(String name) {
        return named(name).value();
    }

    /**
     * The standard deviation of the noise in the value that is released under a name, in the aggregate's own unit.
     *
     * @param name the name of the value
     * @throws IllegalArgumentException if there is no value of that name
     */
    public double stddev(String name) {
        return named(name).stddev();
    }

    private Estimate named(String name) {
        return values.stream()
                .filter(value -> value.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("value must be one of "
                        + values.stream().map(Estimate::name).toList() + ", was " + name));
    }

    /** Names the query, key and window, and states the values. All of them are public. */
    @Override
    public String toString() {
        return ReleaseIdCodec.text(id, start) + " "
                + values.stream().map(Estimate::toString).collect(Collectors.joining(" "));
    }

    /** Writes a release field by field. */
    public static final class Serializer extends FlatSerializer<Release> {

        private static final long serialVersionUID = 1L;

        @Override
        public Release createInstance() {
            return new Release(ReleaseIdCodec.NO_RELEASE, Instant.EPOCH, List.of());
        }

        @Override
        public void serialize(Release release, DataOutputView target) throws IOException {
            ReleaseIdCodec.write(release.id, release.start, target);
            target.writeLong(release.step);
            target.writeInt(release.values.size());
            for (Estimate value : release.values) {
                EstimateCodec.write(value, target);
            }
        }

        @Override
        public Release deserialize(DataInputView source) throws IOException {
            ReleaseId id = ReleaseIdCodec.readId(source);
            Instant start = ReleaseIdCodec.readStart(source);
            long step = source.readLong();
            List<Estimate> values = new ArrayList<>();
            for (int left = source.readInt(); left > 0; left--) {
                values.add(EstimateCodec.read(source));
            }
            return new Release(id, start, step, values);
        }

        @Override
        public TypeSerializerSnapshot<Release> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Release> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
