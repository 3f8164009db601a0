package dev.weir.operators.result;

import dev.weir.operators.query.ReleaseId;
import java.io.IOException;
import java.time.Instant;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Writes the id of a release and the start of its window, and reads them back. Query, key and window end are parts of
 * the id but are also written separately, because the format has fields for them.
 */
final class ReleaseIdCodec {

    /** The id in an instance that a serializer creates only to be overwritten. */
    static final ReleaseId NO_RELEASE = new ReleaseId("domain", "query", 1, "", 0);

    private ReleaseIdCodec() {}

    static void write(ReleaseId id, Instant start, DataOutputView out) throws IOException {
        out.writeUTF(id.toString());
        out.writeUTF(id.query());
        out.writeUTF(id.key());
        out.writeLong(start.toEpochMilli());
        out.writeLong(id.windowEnd());
    }

    /** Reads the id; {@link #readStart} must follow. */
    static ReleaseId readId(DataInputView in) throws IOException {
        ReleaseId id = ReleaseId.parse(in.readUTF());
        in.readUTF();
        in.readUTF();
        return id;
    }

    /** Reads the start of the window, and skips its end. */
    static Instant readStart(DataInputView in) throws IOException {
        Instant start = Instant.ofEpochMilli(in.readLong());
        in.readLong();
        return start;
    }

    /** Returns query, key and window as text. */
    static String text(ReleaseId id, Instant start) {
        return id.query() + " " + id.key() + " [" + start + ", " + Instant.ofEpochMilli(id.windowEnd()) + ")";
    }
}
