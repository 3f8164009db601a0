package dev.weir.operators.result;

import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.time.Instant;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A release that was withheld because the key's account refused the charge. This fact is public, because it depends on
 * the schedule alone.
 *
 * @param id the id of the release that was withheld
 * @param start the start of the window, which belongs to the window
 */
public record Withheld(ReleaseId id, Instant start) implements WindowResult {

    /** The Flink type information of a withheld release. */
    public static final FlatType<Withheld> TYPE = new FlatType<>(Withheld.class, new Serializer());

    /** Names the query, key and window. */
    @Override
    public String toString() {
        return ReleaseIdCodec.text(id, start);
    }

    /** Writes a withheld release field by field. */
    public static final class Serializer extends FlatSerializer<Withheld> {

        private static final long serialVersionUID = 1L;

        @Override
        public Withheld createInstance() {
            return new Withheld(ReleaseIdCodec.NO_RELEASE, Instant.EPOCH);
        }

        @Override
        public void serialize(Withheld withheld, DataOutputView target) throws IOException {
            ReleaseIdCodec.write(withheld.id, withheld.start, target);
        }

        @Override
        public Withheld deserialize(DataInputView source) throws IOException {
            ReleaseId id = ReleaseIdCodec.readId(source);
            return new Withheld(id, ReleaseIdCodec.readStart(source));
        }

        @Override
        public TypeSerializerSnapshot<Withheld> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Withheld> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
