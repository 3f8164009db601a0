package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.Cursor;
import dev.weir.jobs.format.binary.MessageReading;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads values of Protocol Buffers that are not made of others. A number that does not fit the type of its field is refused. */
final class ProtoScalars {

    private static final Set<String> WRAPPERS = Set.of(
            "DoubleValue",
            "FloatValue",
            "Int64Value",
            "UInt64Value",
            "Int32Value",
            "UInt32Value",
            "BoolValue",
            "StringValue");

    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private ProtoScalars() {}

    /** Whether values are points in time of Protocol Buffers. */
    static boolean isTimestamp(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && isOf(TimestampProto.getDescriptor(), field.getMessageType());
    }

    /** Whether values are messages around one scalar, which stands for it. */
    static boolean isWrapper(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && WRAPPERS.contains(field.getMessageType().getName())
                && isOf(WrappersProto.getDescriptor(), field.getMessageType());
    }

    /** Whether a type is the one of this name in a file of the library. Who only calls a type so gives it other fields. */
    private static boolean isOf(FileDescriptor library, Descriptor type) {
        Descriptor known = library.findMessageTypeByName(type.getName());
        return known != null
                && known.getFullName().equals(type.getFullName())
                && encodings(known).equals(encodings(type));
    }

    private static List<List<Object>> encodings(Descriptor type) {
        return type.getFields().stream()
                .map(field ->
                        List.<Object>of(field.getNumber(), field.getType(), field.isRepeated(), field.hasPresence()))
                .toList();
    }

    /** Whether a field has one value with a text. */
    static boolean isScalar(FieldDescriptor field) {
        boolean hasText =
                switch (field.getJavaType()) {
                    case MESSAGE -> isTimestamp(field) || isWrapper(field);
                    case BYTE_STRING -> false;
                    default -> true;
                };
        return hasText && !field.isRepeated();
    }

    /** Returns the step that sets a field to the value that it has where it is absent: nothing, for a field that knows whether it is there. */
    static ValueStep absent(FieldDescriptor field, int number) {
        if (field.hasPresence() || field.isRepeated()) {
            return message -> {};
        }
        if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            return message -> {};
        }
        byte[] text = String.valueOf(field.getDefaultValue()).getBytes(StandardCharsets.UTF_8);
        return isScalar(field) ? message -> message.texts().known(number, text) : message -> {};
    }

    /**
     * Returns the step that sets a field to a value.
     *
     * @param field the field of a message, whose type is a scalar one
     * @param number the number of the field that the pipeline reads
     */
    static ValueStep read(FieldDescriptor field, int number) {
        return switch (field.getType()) {
            case INT64, SFIXED64, SINT64, INT32, SFIXED32, SINT32 ->
                message -> message.texts().whole(number, signed(field, message.in()));
            case UINT64 ->
                message -> message.texts().unsigned(number, message.in().varint());
            case FIXED64 ->
                message -> message.texts().unsigned(number, message.in().littleLong());
            case UINT32 -> message -> message.texts().whole(number, unsigned(message.in()));
            case FIXED32 ->
                message -> message.texts().whole(number, message.in().littleInt() & UNSIGNED);
            case FLOAT ->
                message -> message.texts()
                        .real(number, Float.intBitsToFloat(message.in().littleInt()));
            case DOUBLE ->
                message -> message.texts()
                        .real(number, Double.longBitsToDouble(message.in().littleLong()));
            case BOOL -> message -> truth(message, number);
            case STRING ->
                message -> message.texts()
                        .utf8(
                                number,
                                message.in(),
                                message.in().room(message.in().varint()));
            case ENUM -> symbols(field, number);
            case BYTES, MESSAGE, GROUP ->
                throw new IllegalArgumentException("field must be a scalar, was " + field.getType());
        };
    }

    private static long signed(FieldDescriptor field, Cursor in) throws BrokenMessage {
        long value =
                switch (field.getType()) {
                    case SINT64, SINT32 -> in.zigzag();
                    case SFIXED64 -> in.littleLong();
                    case SFIXED32 -> in.littleInt();
                    default -> in.varint();
                };
        BrokenMessage.unless(field.getJavaType() == FieldDescriptor.JavaType.LONG || value == (int) value);
        return value;
    }

    private static long unsigned(Cursor in) throws BrokenMessage {
        long value = in.varint();
        BrokenMessage.unless(value >= 0 && value <= UNSIGNED);
        return value;
    }

    private static void truth(MessageReading message, int number) throws BrokenMessage {
        long value = message.in().varint();
        BrokenMessage.unless(value == 0 || value == 1);
        message.texts().truth(number, value == 1);
    }

    /** A number without a name has its digits as text. */
    private static ValueStep symbols(FieldDescriptor field, int number) {
        Map<Integer, byte[]> names = field.getEnumType().getValues().stream()
                .collect(Collectors.toMap(
                        EnumValueDescriptor::getNumber,
                        value -> value.getName().getBytes(StandardCharsets.UTF_8),
                        (first, alias) -> first));
        return message -> {
            long value = message.in().varint();
            BrokenMessage.unless(value == (int) value);
            byte[] name = names.get((int) value);
            if (name == null) {
                message.texts().whole(number, value);
            } else {
                message.texts().known(number, name);
            }
        };
    }

    /** Returns the step that sets a field to a point in time. */
    static ValueStep time(int number) {
        return message -> {
            Cursor in = message.in();
            int outer = in.narrow(in.room(in.varint()));
            long second = 0;
            long nanos = 0;
            while (in.left() > 0) {
                int tag = WireReader.tag(in);
                boolean isKnown = WireReader.wire(tag) == 0 && WireReader.number(tag) <= 2;
                if (!isKnown) {
                    WireReader.skip(in, tag);
                } else if (WireReader.number(tag) == 1) {
                    second = in.varint();
                } else {
                    nanos = in.varint();
                }
            }
            in.widen(outer);
            if (nanos < 0 || nanos >= 1_000_000_000) {
                message.fields().other(number);
            } else {
                message.texts().time(number, second, (int) nanos, true);
            }
        };
    }
}
