package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.jobs.format.binary.BrokenMessage;
import dev.weir.jobs.format.binary.MessageReading;
import dev.weir.jobs.format.binary.RegistryHeader;
import dev.weir.operators.counters.Rejection;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Finds fields in one message of Avro's binary encoding by their dotted paths. A null counts as missing. The message must be one value of
 * the schema and nothing more. Texts that are not read need not be UTF-8. Reading allocates nothing by what the message claims, takes time
 * linear in its length, and at most 256 records may lie in each other.
 */
final class AvroSplitter implements Splitter {

    private final RegistryHeader header;
    private final Step record;
    private final MessageReading message = new MessageReading();

    AvroSplitter(Schema schema, RegistryHeader header, FieldNumbers.Tree wanted) {
        this.header = header;
        this.record = new StepBuilder().build(schema, wanted);
    }

    @Override
    public @Nullable Rejection split(byte[] bytes, Fields fields) {
        int from = header.skipped(bytes);
        return from < 0 ? Rejection.MALFORMED : splitFrom(bytes, from, fields);
    }

    /**
     * Finds the fields of a record behind a header.
     *
     * @param bytes the message
     * @param from the index behind the header
     * @param fields receives the fields
     */
    @Nullable Rejection splitFrom(byte[] bytes, int from, Fields fields) {
        message.open(bytes, from, fields);
        try {
            record.take(message);
            return message.in().left() == 0 ? null : Rejection.MALFORMED;
        } catch (BrokenMessage e) {
            return Rejection.MALFORMED;
        }
    }
}
