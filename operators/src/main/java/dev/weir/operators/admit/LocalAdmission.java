package dev.weir.operators.admit;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.util.function.Consumer;

/**
 * Admits slots that carry stamps ({@link ClockMode#STAMPED}), as {@link AdmitOperator} does, in the caller's thread and
 * without a cluster. It is for samples inside the trusted base. It uses {@link Admission} and {@link BatchBuffer}.
 *
 * @param <T> what the source emits for a slot
 */
public final class LocalAdmission<T> {

    private final Admission<T> admission;
    private final BatchBuffer batches;
    private final RecordCounters counters;

    /**
     * Creates an admission that has seen no slot.
     *
     * @param plan the queries
     * @param schedule which windows are released
     * @param decoder turns a slot into a record or a rejection
     * @param gate takes batches, all of one key group; a batch is reused as soon as the call returns
     */
    public LocalAdmission(Plan plan, Schedule schedule, RecordDecoder<T> decoder, Consumer<ContributionBatch> gate) {
        AdmissionSettings settings = new AdmissionSettings(plan, schedule, ClockMode.STAMPED, 1);
        // the wall clock is constant, because it only serves to detect held records, and slots that carry stamps are
        // never held
        this.admission = new Admission<>(settings, decoder, new PartitionClock(), () -> 0);
        this.batches = new BatchBuffer(1, gate);
        this.counters = RecordCounters.empty(plan.queries().size());
    }

    /**
     * Takes the next slot.
     *
     * @param slot the slot, whose stamp is not lower than the stamp of the slot before it in the same partition
     * @return whether any query takes the slot's record
     */
    public boolean take(T slot) {
        batches.slotRead();
        Rejection code = admission.rejection(slot, Long.MIN_VALUE);
        AdmittedRecord admitted = code == null ? admission.contributions() : null;
        if (admitted != null) {
            batches.add(admitted);
        }
        return admitted != null;
    }

    /** Sends the waiting records to the gate. Call it after the last slot. */
    public void sendAll() {
        batches.sendAll();
    }

    /** The counters of all slots so far. They are private. */
    public RecordCounters counters() {
        RecordCounters more = admission.takeCounters();
        if (more != null) {
            counters.add(more);
        }
        return counters;
    }
}
