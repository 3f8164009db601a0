package dev.weir.operators.result;

import dev.weir.operators.aggregate.Estimate;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Writes estimates in binary form and reads them back. Each field is written with its name, each value after a byte for
 * its type.
 */
final class EstimateCodec {

    private static final byte DECIMAL = 1;
    private static final byte DOUBLE = 2;
    private static final byte TEXT = 3;
    private static final byte LIST = 4;
    private static final byte FIELDS = 5;
    private static final byte NULL = 6;

    private EstimateCodec() {}

    static void write(Estimate estimate, DataOutputView target) throws IOException {
        target.writeUTF(estimate.name());
        writeFields(estimate.fields(), target);
    }

    private static void writeFields(Map<?, ?> fields, DataOutputView target) throws IOException {
        target.writeInt(fields.size());
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            target.writeUTF((String) field.getKey());
            writeValue(field.getValue(), target);
        }
    }

    private static void writeValue(@Nullable Object value, DataOutputView target) throws IOException {
        if (value == null) {
            target.writeByte(NULL);
        } else if (value instanceof BigDecimal decimal) {
            target.writeByte(DECIMAL);
            target.writeUTF(decimal.toString());
        } else if (value instanceof Double number) {
            target.writeByte(DOUBLE);
            target.writeDouble(number);
        } else if (value instanceof Map<?, ?> fields) {
            target.writeByte(FIELDS);
            writeFields(fields, target);
        } else if (value instanceof List<?> list) {
            target.writeByte(LIST);
            writeList(list, target);
        } else {
            target.writeByte(TEXT);
            target.writeUTF((String) value);
        }
    }

    private static void writeList(List<?> list, DataOutputView target) throws IOException {
        target.writeInt(list.size());
        for (Object element : list) {
            writeValue(element, target);
        }
    }

    static Estimate read(DataInputView source) throws IOException {
        return new Estimate(source.readUTF(), readFields(source));
    }

    private static Map<String, @Nullable Object> readFields(DataInputView source) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int left = source.readInt(); left > 0; left--) {
            fields.put(source.readUTF(), readValue(source));
        }
        return fields;
    }

    private static @Nullable Object readValue(DataInputView source) throws IOException {
        byte kind = source.readByte();
        return switch (kind) {
            case DECIMAL -> new BigDecimal(source.readUTF());
            case DOUBLE -> source.readDouble();
            case TEXT -> source.readUTF();
            case LIST -> readList(source);
            case FIELDS -> readFields(source);
            case NULL -> null;
            default -> throw new IOException("kind of a released field must be 1 to 6, was " + kind);
        };
    }

    private static List<@Nullable Object> readList(DataInputView source) throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        for (int left = source.readInt(); left > 0; left--) {
            list.add(readValue(source));
        }
        return list;
    }
}
