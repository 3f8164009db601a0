package dev.weir.operators.testing;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A stream of slots that are computed from their numbers, so that any source of numbers can supply them. Partitions follow
 * one another; each starts an hour before midnight and lasts for {@link #SPAN}. Every tenth slot is no record, every seventh
 * has an undeclared key, and every eleventh is a day late.
 */
public record Slots(long size, int partitions) implements RecordDecoder<Long> {

    public static final long SPAN = 3 * Plans.HOUR;
    public static final long START = 100 * Plans.DAY - Plans.HOUR;
    public static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

    private long each() {
        return size / partitions;
    }

    @Override
    public int partition(Long slot) {
        return (int) (slot / each());
    }

    @Override
    public long offset(Long slot) {
        return slot % each();
    }

    @Override
    public long time(Long slot) {
        return START + offset(slot) * SPAN / each();
    }

    @Override
    public byte[] payload(Long slot) {
        return slot.toString().getBytes(StandardCharsets.UTF_8);
    }

    public boolean isBroken(long slot) {
        return slot % 10 == 9;
    }

    public boolean isLate(long slot) {
        return slot % 11 == 5;
    }

    /** Returns the number of the declared key, or -1. */
    public int key(long slot) {
        return slot % 7 == 3 ? -1 : (int) (slot * 31 % KEYS.size());
    }

    /** Returns the user, whose records are all in one partition. */
    public String user(long slot) {
        return "user-" + partition(slot) + "-" + slot * 17 % 23;
    }

    public long value(long slot) {
        return slot * 13 % 40 - 10;
    }

    /** Decodes a slot for one query of a count and a sum. */
    @Override
    public void decode(Long slot, long timestamp, DecodedRecord decoded) {
        decoded.time(isLate(slot) ? time(slot) - Plans.DAY : time(slot));
        if (isBroken(slot)) {
            decoded.reject(Rejection.MALFORMED);
        } else if (key(slot) < 0) {
            decoded.key(0, new byte[] {0}, 0, 1);
        } else {
            decoded.unit(user(slot).getBytes(StandardCharsets.UTF_8));
            decoded.key(0, key(slot));
            decoded.value(0, 1, value(slot));
        }
    }
}
