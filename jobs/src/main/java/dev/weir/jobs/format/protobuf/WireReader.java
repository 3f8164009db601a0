package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.Cursor;
import java.util.Set;

/** Reads tags, and skips values by the wire types that the tags tell. */
final class WireReader {

    /** The tag of the key of an entry of a map whose keys are texts. */
    static final int TEXT_KEY = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private static final int TYPE_BITS = 3;
    private static final int TYPES = (1 << TYPE_BITS) - 1;
    private static final long LARGEST_TAG = 0xFFFF_FFFFL;

    private WireReader() {}

    /** The number of the field of a tag. */
    static int number(int tag) {
        return tag >>> TYPE_BITS;
    }

    /** The wire type of a tag. */
    static int wire(int tag) {
        return tag & TYPES;
    }

    /** The wire type of a field that is not packed. */
    static int wire(FieldDescriptor field) {
        return field.getLiteType().getWireType();
    }

    /** The wire types that elements of a list may have: packed in one value, or each with a tag. */
    static Set<Integer> wiresOfList(FieldDescriptor field) {
        return field.isPackable() ? Set.of(wire(field), WireFormat.WIRETYPE_LENGTH_DELIMITED) : Set.of(wire(field));
    }

    /** Whether the type of a field is nowhere told. The library has a type without fields for it, which may as well be an enum. */
    static boolean isUnknown(FieldDescriptor field) {
        return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && field.getMessageType()
                        .getFile()
                        .getName()
                        .equals(field.getMessageType().getFullName() + ".placeholder.proto");
    }

    /** The wire types that a field which is not read may have: a type that is nowhere told is a message or an enum. */
    static Set<Integer> wiresOfOther(FieldDescriptor field) {
        return isUnknown(field)
                ? Set.of(WireFormat.WIRETYPE_VARINT, WireFormat.WIRETYPE_LENGTH_DELIMITED)
                : Set.of(wire(field));
    }

    /** The tag before a value of a field that is not packed. */
    static int tag(FieldDescriptor field) {
        return tag(field.getNumber(), wire(field));
    }

    /** The tag before a value of a wire type. */
    static int tag(int number, int wire) {
        return number << TYPE_BITS | wire;
    }

    /** Reads the tag before a value. */
    static int tag(Cursor in) throws BrokenMessage {
        long tag = in.varint();
        BrokenMessage.unless(tag >= 1 << TYPE_BITS && tag <= LARGEST_TAG);
        return (int) tag;
    }

    /**
     * Skips a value.
     *
     * @param tag the tag before it
     */
    static void skip(Cursor in, int tag) throws BrokenMessage {
        switch (wire(tag)) {
            case WireFormat.WIRETYPE_VARINT -> in.varint();
            case WireFormat.WIRETYPE_FIXED32 -> in.skip(Integer.BYTES);
            case WireFormat.WIRETYPE_FIXED64 -> in.skip(Long.BYTES);
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> in.skip(in.varint());
            case WireFormat.WIRETYPE_START_GROUP -> skipGroup(in, number(tag));
            default -> BrokenMessage.unless(false);
        }
    }

    private static void skipGroup(Cursor in, int number) throws BrokenMessage {
        in.enter();
        int tag = tag(in);
        while (wire(tag) != WireFormat.WIRETYPE_END_GROUP) {
            skip(in, tag);
            tag = tag(in);
        }
        BrokenMessage.unless(number(tag) == number);
        in.leave();
    }
}
