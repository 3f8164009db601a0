package dev.weir.operators.publish;

import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes pending rows into checkpoints. The first byte is the number of the format, so that a later format can tell them
 * apart.
 */
public final class PublishedRowSerializer extends FlatSerializer<PublishedRow> {

    /** The type, for Flink. */
    public static final FlatType<PublishedRow> TYPE = new FlatType<>(PublishedRow.class, new PublishedRowSerializer());

    private static final long serialVersionUID = 1L;
    private static final byte FORMAT = 2;
    private static final byte WITHOUT_START = 1;

    @Override
    public PublishedRow createInstance() {
        return new PublishedRow(Outcome.Kind.WITHHELD, 0, 0, "", "", "", 0, new byte[0]);
    }

    @Override
    public void serialize(PublishedRow row, DataOutputView target) throws IOException {
        target.writeByte(FORMAT);
        target.writeUTF(row.kind().name());
        target.writeLong(row.windowStart());
        target.writeLong(row.windowEnd());
        target.writeUTF(row.query());
        target.writeUTF(row.key());
        target.writeUTF(row.releaseId());
        target.writeLong(row.charge());
        writeBytes(row.line(), target);
    }

    @Override
    public PublishedRow deserialize(DataInputView source) throws IOException {
        byte format = requireFormat(source.readByte());
        return new PublishedRow(
                Outcome.Kind.valueOf(source.readUTF()),
                format == FORMAT ? source.readLong() : PublishedRow.UNKNOWN_START,
                source.readLong(),
                source.readUTF(),
                source.readUTF(),
                source.readUTF(),
                source.readLong(),
                readBytes(source));
    }

    private static byte requireFormat(byte format) throws IOException {
        if (format != FORMAT && format != WITHOUT_START) {
            throw new IOException("format of a pending row must be at most " + FORMAT + ", was " + format);
        }
        return format;
    }

    @Override
    public TypeSerializerSnapshot<PublishedRow> snapshotConfiguration() {
        return new Snapshot();
    }

    /** What a checkpoint remembers of the serializer. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PublishedRow> {
        /** For Flink. */
        public Snapshot() {
            super(PublishedRowSerializer::new);
        }
    }
}
