package dev.weir.operators.admit;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes the slots of the input one after the other: decodes the slot, moves the public clock, decides with {@link
 * Verdicts} which queries take the record, and counts the outcome. The clock takes the time of every slot, even if the
 * slot's record is rejected.
 *
 * @param <T> what the source emits for a slot
 */
final class Admission<T> {

    private final ClockMode mode;
    private final boolean everyRecordIsAUnit;
    private final int queries;
    private final RecordDecoder<T> decoder;
    private final PartitionClock clock;
    private final LongSupplier wallClock;
    private final long openedAt;
    private final Verdicts verdicts;
    private final DecodedRecord decoded;
    private final AdmittedRecord admitted = new AdmittedRecord();
    private RecordCounters counters;

    /** The slots that are not in the counters yet. Every query reads every slot, so slots are counted once and not for each query. */
    private long uncountedSlots;

    private long slotTime;

    /**
     * Creates an admission. The clock may hold times that were restored from a checkpoint.
     *
     * @param wallClock the machine's time, epoch milliseconds
     */
    Admission(AdmissionSettings settings, RecordDecoder<T> decoder, PartitionClock clock, LongSupplier wallClock) {
        Plan plan = settings.plan();
        this.mode = settings.clock();
        this.everyRecordIsAUnit = plan.unit().isEvent();
        this.queries = plan.queries().size();
        this.decoder = decoder;
        this.clock = clock;
        this.wallClock = wallClock;
        this.openedAt = wallClock.getAsLong();
        this.verdicts = new Verdicts(plan, settings.schedule());
        this.decoded = new DecodedRecord(plan);
        this.counters = RecordCounters.empty(queries);
    }

    /**
     * Decodes a slot, moves the clock, and returns why all queries reject the slot's record. Returns null if some query
     * may take the record; {@link #contributions} then decides which queries do.
     *
     * @param timestamp the timestamp that the source has given the slot, see {@link RecordDecoder#decode}
     */
    @Nullable Rejection rejection(T slot, long timestamp) {
        decode(slot, timestamp);
        slotTime = tick(slot);
        uncountedSlots++;
        if (decoded.hasAmbiguousTime()) {
            count(RecordOutcome.AMBIGUOUS, 1);
        }
        Rejection code = verdicts.rejection(decoded, slotTime);
        if (code != null) {
            for (int query = 0; query < queries; query++) {
                counters.add(query, code);
            }
        }
        return code;
    }

    private void count(RecordOutcome outcome, long records) {
        for (int query = 0; query < queries; query++) {
            counters.add(query, outcome, records);
        }
    }

    private void decode(T slot, long timestamp) {
        decoded.clear();
        decoder.decode(slot, timestamp, decoded);
        if (everyRecordIsAUnit) {
            decoded.unit(ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                    .putInt(decoder.partition(slot))
                    .putLong(decoder.offset(slot))
                    .array());
        }
    }

    private long tick(T slot) {
        int partition = decoder.partition(slot);
        if (mode == ClockMode.RECORD_TIME) {
            return clock.tickWithin(partition, decoded.time());
        }
        long written = decoder.time(slot);
        if (written == PartitionClock.NO_TIME) {
            decoded.rejectInstead(Rejection.NO_APPEND_TIME);
        }
        return clock.tick(partition, written);
    }

    /**
     * Returns the record of the last slot, with a contribution to each query that takes the record, or null if no query
     * does. The returned object is overwritten when the next slot is processed.
     */
    @Nullable AdmittedRecord contributions() {
        if (!verdicts.contributions(decoded, counters, admitted)) {
            return null;
        }
        admitted.held(wasHeld());
        return admitted;
    }

    /**
     * Whether the last slot was written while this subtask ran, and was read more than {@link RecordDecoder#holdMillis}
     * later, when windows had stopped waiting for it. Never true for slots that carry stamps. If the gate finds the
     * record's window closed, this flag decides which rejection the gate counts.
     */
    private boolean wasHeld() {
        return mode != ClockMode.STAMPED
                && slotTime >= openedAt
                && wallClock.getAsLong() - slotTime > decoder.holdMillis();
    }

    /** The time of the last slot by the public clock, epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    long slotTime() {
        return slotTime;
    }

    /** Returns a rejected slot as a dead letter. */
    DeadLetter deadLetter(T slot, Rejection code) {
        return new DeadLetter(
                decoder.payload(slot),
                decoder.originalLength(slot),
                code,
                decoder.partition(slot),
                decoder.offset(slot));
    }

    /** Returns what was counted since the last call and starts again from 0. Returns null if nothing was counted. */
    @Nullable RecordCounters takeCounters() {
        count(RecordOutcome.READ, uncountedSlots);
        uncountedSlots = 0;
        if (counters.isEmpty()) {
            return null;
        }
        RecordCounters taken = counters;
        counters = RecordCounters.empty(queries);
        return taken;
    }
}
