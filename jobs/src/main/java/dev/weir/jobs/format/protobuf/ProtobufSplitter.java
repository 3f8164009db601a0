package dev.weir.jobs.format.protobuf;

import com.google.protobuf.Descriptors.Descriptor;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.operators.counters.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * Finds fields in one message of Protocol Buffers by their dotted paths. A field without presence that is absent has its default value, any other
 * counts as missing. Reading allocates nothing by what the message claims, and takes time linear in its length. Fields that are not read are
 * skipped by their wire types, as unknown ones are.
 */
final class ProtobufSplitter implements Splitter {

    private final RegistryHeader header;
    private final int[] indexes;
    private final MessageStep fields;
    private final MessageReading message = new MessageReading();

    /** Finds fields behind the header of a registry, which somebody else reads. */
    ProtobufSplitter(Descriptor type, FieldNumbers.Tree wanted) {
        this(type, RegistryHeader.NONE, wanted);
    }

    ProtobufSplitter(Descriptor type, RegistryHeader header, FieldNumbers.Tree wanted) {
        this.header = header;
        this.indexes = MessageIndexes.of(type);
        this.fields = MessageStepBuilder.build(type, wanted);
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields target) {
        int from = header.skipped(bytes);
        return from < 0 ? Rejection.MALFORMED : splitFrom(bytes, from, header.id() != null, target);
    }

    /**
     * Finds the fields of a message behind the number of its schema.
     *
     * @param bytes the message
     * @param from the index behind the number
     * @param hasIndexes whether the list that names its type comes first
     * @param target receives the fields
     */
    @Nullable Rejection splitFrom(byte[] bytes, int from, boolean hasIndexes, Fields target) {
        message.open(bytes, from, target);
        try {
            if (hasIndexes) {
                MessageIndexes.require(indexes, message.in());
            }
            fields.takeAll(message);
            return null;
        } catch (BrokenMessage e) {
            return Rejection.MALFORMED;
        }
    }
}
