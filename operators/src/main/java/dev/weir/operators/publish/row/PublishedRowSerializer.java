package dev.weir.operators.publish.row;

import dev.weir.operators.release.Outcome;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes rows between operators that are not chained and into files that another process reads, and reads the pending rows of older states. The
 * first byte is the number of the format, so that a later format can be recognised.
 */
public final class PublishedRowSerializer extends FlatSerializer<PublishedRow> {

    /** The Flink type information of a row. */
    public static final FlatType<PublishedRow> TYPE = new FlatType<>(PublishedRow.class, new PublishedRowSerializer());

    private static final long serialVersionUID = 1L;
    private static final byte FORMAT = 3;

    /** The last format that writes the kind and the texts in Java's modified UTF-8. */
    private static final byte MODIFIED_UTF8 = 2;

    private static final byte WITHOUT_START = 1;

    @Override
    public PublishedRow createInstance() {
        return new PublishedRow(Outcome.Kind.WITHHELD, 0, 0, "", "", "", 0, new byte[0]);
    }

    @Override
    public void serialize(PublishedRow row, DataOutputView target) throws IOException {
        target.writeByte(FORMAT);
        target.writeByte(code(row.kind()));
        target.writeLong(row.windowStart());
        target.writeLong(row.windowEnd());
        DataFields.writeText(row.query(), target);
        DataFields.writeText(row.key(), target);
        DataFields.writeText(row.releaseId(), target);
        target.writeLong(row.charge());
        DataFields.writeBytes(row.line(), target);
    }

    private static int code(Outcome.Kind kind) {
        return switch (kind) {
            case RELEASED -> 0;
            case WITHHELD -> 1;
            case EXACT -> 2;
            case CLOSED -> 3;
        };
    }

    @Override
    public PublishedRow deserialize(DataInputView source) throws IOException {
        byte format = source.readByte();
        if (format != FORMAT) {
            return deserializeOld(format, source);
        }
        return new PublishedRow(
                kind(source.readByte()),
                source.readLong(),
                source.readLong(),
                DataFields.readText(source),
                DataFields.readText(source),
                DataFields.readText(source),
                source.readLong(),
                DataFields.readBytes(source));
    }

    private static Outcome.Kind kind(int code) throws IOException {
        return switch (code) {
            case 0 -> Outcome.Kind.RELEASED;
            case 1 -> Outcome.Kind.WITHHELD;
            case 2 -> Outcome.Kind.EXACT;
            case 3 -> Outcome.Kind.CLOSED;
            default -> throw new IOException("kind of a row must be 0 to 3, was " + code);
        };
    }

    private static PublishedRow deserializeOld(byte format, DataInputView source) throws IOException {
        if (format != MODIFIED_UTF8 && format != WITHOUT_START) {
            throw new IOException("format of a row must be at most " + FORMAT + ", was " + format);
        }
        return new PublishedRow(
                Outcome.Kind.valueOf(source.readUTF()),
                format == WITHOUT_START ? PublishedRow.UNKNOWN_START : source.readLong(),
                source.readLong(),
                source.readUTF(),
                source.readUTF(),
                source.readUTF(),
                source.readLong(),
                DataFields.readBytes(source));
    }

    @Override
    public TypeSerializerSnapshot<PublishedRow> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The description of the serializer in checkpoints. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<PublishedRow> {
        /** The constructor that Flink calls. */
        public Snapshot() {
            super(PublishedRowSerializer::new);
        }
    }
}
