package dev.weir.operators.admit;

import dev.weir.operators.counters.Rejection;
import dev.weir.operators.testing.Plans;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A slot for tests of admission: its position, the time when it was appended, the time of its record, and the record's
 * content.
 *
 * @param content what a decoder finds in the record
 */
record AdmitSlot(int partition, long offset, long appended, long happened, Content content) {

    /** The hold of {@link Decoder}, after which a slot counts as held too long. */
    static final long HOLD_MILLIS = 2 * Plans.HOUR;

    /** Returns a valid record that was appended when it happened. */
    static AdmitSlot good(int partition, long offset, long time) {
        return new AdmitSlot(partition, offset, time, time, Content.GOOD);
    }

    /** The possible content of a record whose time can be read. */
    enum Content {
        GOOD(null),
        FILTERED(null),
        UNDECLARED(null),
        MALFORMED(Rejection.MALFORMED),
        SCHEMA(Rejection.SCHEMA),
        NO_UNIT(Rejection.NO_UNIT),
        NO_KEY(Rejection.NO_KEY),
        NOT_A_NUMBER(Rejection.NOT_A_NUMBER),
        OUT_OF_RANGE(Rejection.OUT_OF_RANGE),
        TOO_LARGE(Rejection.TOO_LARGE);

        final @Nullable Rejection code;

        Content(@Nullable Rejection code) {
            this.code = code;
        }
    }

    /** Decodes such slots for one query with a count. */
    record Decoder() implements RecordDecoder<AdmitSlot> {

        @Override
        public long holdMillis() {
            return HOLD_MILLIS;
        }

        @Override
        public int partition(AdmitSlot slot) {
            return slot.partition;
        }

        @Override
        public long offset(AdmitSlot slot) {
            return slot.offset;
        }

        @Override
        public long time(AdmitSlot slot) {
            return slot.appended;
        }

        @Override
        public byte[] payload(AdmitSlot slot) {
            return ("slot " + slot.offset).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void decode(AdmitSlot slot, long timestamp, DecodedRecord record) {
            record.time(slot.happened);
            if (slot.content.code != null) {
                record.reject(slot.content.code);
                return;
            }
            record.unit(new byte[] {1});
            if (slot.content == Content.UNDECLARED) {
                record.key(0, new byte[] {0}, 0, 1);
            } else if (slot.content == Content.GOOD) {
                record.key(0, 0);
            }
        }
    }
}
