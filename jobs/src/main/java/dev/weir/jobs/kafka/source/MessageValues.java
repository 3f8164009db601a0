package dev.weir.jobs.kafka.source;

import dev.weir.operators.state.DataFields;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * The serialized form of the values of message fields in a {@link SourceRecord}: null if all fields are in the record, and a null element
 * for a field that the message lacks.
 */
final class MessageValues {

    private MessageValues() {}

    static void write(byte @Nullable [] @Nullable [] outside, DataOutputView target) throws IOException {
        target.writeInt(outside == null ? -1 : outside.length);
        if (outside != null) {
            for (byte[] value : outside) {
                target.writeBoolean(value != null);
                DataFields.writeBytes(value == null ? new byte[0] : value, target);
            }
        }
    }

    static byte @Nullable [] @Nullable [] read(DataInputView source) throws IOException {
        int length = source.readInt();
        if (length < 0) {
            return null;
        }
        byte[] @Nullable [] outside = new byte[length][];
        for (int i = 0; i < length; i++) {
            boolean isThere = source.readBoolean();
            byte[] value = DataFields.readBytes(source);
            outside[i] = isThere ? value : null;
        }
        return outside;
    }
}
