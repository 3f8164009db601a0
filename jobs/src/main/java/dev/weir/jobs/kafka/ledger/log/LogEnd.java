package dev.weir.jobs.kafka.ledger.log;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.ChainHash;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;

/**
 * The place in a log at which a reading has ended. The next reading may begin there if the topic is the same one, nothing has been cut off
 * at its start, and the last message is still the same: brokers lose messages from the end of a log, never one before another that is left.
 *
 * @param topic the id of the topic, which no other topic ever has
 * @param start the offset at which the log began
 * @param offset the offset of the last message that was read
 * @param digest the digest of that message
 */
record LogEnd(Uuid topic, long start, long offset, ChainHash digest) {

    private static final byte FORM = 1;
    private static final byte[] NOTHING = new byte[0];

    static LogEnd of(Uuid topic, long start, ConsumerRecord<byte[], byte[]> last) {
        return new LogEnd(topic, start, last.offset(), digest(last));
    }

    private static ChainHash digest(ConsumerRecord<byte[], byte[]> message) {
        return ChainHash.digest(message.value() == null ? NOTHING : message.value());
    }

    boolean isLast(ConsumerRecord<byte[], byte[]> record) {
        return record.offset() == offset && digest(record).equals(digest);
    }

    byte[] bytes() {
        return new CanonicalWriter()
                .code(FORM)
                .number(topic.getMostSignificantBits())
                .number(topic.getLeastSignificantBits())
                .number(start)
                .number(offset)
                .raw(digest.bytes())
                .bytes();
    }

    /** Reads the bytes; empty if they are not those of a place. */
    static Optional<LogEnd> of(byte[] bytes) {
        try {
            CanonicalReader in = new CanonicalReader(bytes);
            in.expect(FORM);
            LogEnd read = new LogEnd(
                    new Uuid(in.number(), in.number()),
                    in.number(),
                    in.number(),
                    ChainHash.of(in.raw(ChainHash.BYTES)));
            in.end();
            boolean isPlace = 0 <= read.start && read.start <= read.offset && read.offset < Long.MAX_VALUE;
            return isPlace ? Optional.of(read) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
