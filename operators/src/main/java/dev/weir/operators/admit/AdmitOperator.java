package dev.weir.operators.admit;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.StateIdentity;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Admits slots: {@link Admission} decodes each and decides which queries take it, {@link BatchBuffer} packs the
 * contributions for the gate, and {@link WatermarkPacer} holds the watermark back in the mode {@link
 * ClockMode#RECORD_TIME}.
 *
 * <p>The operator is chained to the source, so it sees the slots of each partition in their order. Rejected slots go to
 * {@link #DEAD_LETTERS}. Before every checkpoint barrier, a batch without records states the counts since the last barrier
 * ({@link ContributionBatch#addCountedTo}). The totals downstream therefore stay exact after a failure, and this operator
 * has no counters to restore.
 *
 * <p><b>State.</b> {@code clock} holds the newest time of each partition that the subtask knows, and no other data. It
 * is union list state, because partitions move between subtasks. It does not exist if slots carry stamps ({@link
 * ClockMode#STAMPED}). {@code learnt} holds what the decoder has been told by another system ({@link ResolvedSchemas}), each subtask's in union list
 * state, and does not exist if it asks none. The operator also stores a {@link dev.weir.operators.state.restore.StateIdentity}.
 *
 * @param <T> what the source emits for a slot
 */
public final class AdmitOperator<T> extends PlanOperator<T, ContributionBatch> {

    /** The side output of rejected slots. Its content is private. */
    public static final OutputTag<DeadLetter> DEAD_LETTERS = new OutputTag<>("dead-letters", DeadLetter.TYPE);

    private static final long serialVersionUID = 1L;

    /** How often, in milliseconds, the watermark is advanced when the source's generator sends none. */
    private static final long PACE_MILLIS = 200;

    private final AdmissionSettings settings;
    private final RecordDecoder<T> decoder;

    private transient PartitionClock clock;
    private transient @Nullable ListState<Tuple2<Integer, Long>> clockState;
    private transient @Nullable ListState<byte[]> schemaState;
    private transient Admission<T> admission;
    private transient WatermarkPacer pacer;
    private transient BatchBuffer batches;
    private transient boolean isPacing;

    /**
     * Creates an operator that admits slots.
     *
     * @param settings the plan, the schedule, the clock and the number of key groups
     * @param decoder decodes the slots; each subtask has a copy of its own
     */
    @SuppressWarnings("NullAway.Init")
    public AdmitOperator(AdmissionSettings settings, RecordDecoder<T> decoder) {
        super(settings.plan());
        this.settings = settings;
        this.decoder = decoder;
    }

    /**
     * Decodes records outside of a job, for tests of whether the functions of its queries depend on the record alone.
     *
     * @param records the records, in the order in which they are decoded
     * @return for each record what queries take of it if its time is the epoch, without names of units and keys, for comparison alone
     */
    public List<List<Object>> decoded(List<T> records) {
        DecodedRecord decoded = new DecodedRecord(settings.plan());
        return records.stream()
                .map(record -> {
                    decoded.clear();
                    // a time that a record may have: one without a time is rejected, whatever its fields
                    decoder.decode(record, 0, decoded);
                    return decoded.content();
                })
                .toList();
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        restoreSchemas(context);
        clock = settings.clock() == ClockMode.RECORD_TIME ? recordTimes() : new PartitionClock();
        if (settings.clock() != ClockMode.STAMPED) {
            clockState = context.getOperatorStateStore()
                    .getUnionListState(new ListStateDescriptor<>("clock", Types.TUPLE(Types.INT, Types.LONG)));
            for (Tuple2<Integer, Long> newest : clockState.get()) {
                clock.tick(newest.f0, newest.f1);
            }
        }
    }

    private void restoreSchemas(StateInitializationContext context) throws Exception {
        if (decoder.schemas() != ResolvedSchemas.NONE) {
            schemaState = context.getOperatorStateStore()
                    .getUnionListState(
                            new ListStateDescriptor<>("learnt", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
            // subtasks have mostly been told the same: one copy of it is kept
            Map<ByteBuffer, byte[]> restored = new LinkedHashMap<>();
            schemaState.get().forEach(bytes -> restored.putIfAbsent(ByteBuffer.wrap(bytes), bytes));
            schemaState.clear();
            decoder.schemas().restore(List.copyOf(restored.values()));
        }
    }

    private PartitionClock recordTimes() {
        return PartitionClock.ofRecordTimes(
                settings.plan().timing(), settings.schedule().from(), () -> getProcessingTimeService()
                        .getCurrentProcessingTime());
    }

    @Override
    public void open() throws Exception {
        super.open();
        decoder.open(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        admission = new Admission<>(settings, decoder, clock, getProcessingTimeService()::getCurrentProcessingTime);
        pacer = new WatermarkPacer(settings.plan().timing());
        StreamRecord<ContributionBatch> reused = new StreamRecord<>(new ContributionBatch());
        batches = new BatchBuffer(settings.keyGroups(), batch -> output.collect(reused.replace(batch)));
        isPacing = settings.clock() == ClockMode.RECORD_TIME;
        if (isPacing) {
            paceLater();
        }
    }

    @Override
    public void processElement(StreamRecord<T> element) {
        T slot = element.getValue();
        batches.slotRead();
        Rejection code = admission.rejection(slot, element.getTimestamp());
        pacer.slotRead(admission.slotTime());
        if (code != null) {
            output.collect(DEAD_LETTERS, new StreamRecord<>(admission.deadLetter(slot, code)));
            return;
        }
        AdmittedRecord admitted = admission.contributions();
        if (admitted != null) {
            batches.add(admitted);
        }
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (settings.clock() != ClockMode.RECORD_TIME || watermark.equals(Watermark.MAX_WATERMARK)) {
            isPacing = false;
            batches.sendAll();
            super.processWatermark(watermark);
        } else {
            pacer.sourceAdvanced(watermark.getTimestamp());
            pace();
        }
    }

    private void pace() throws Exception {
        long next = pacer.advance();
        if (next != WatermarkPacer.NO_ADVANCE) {
            batches.sendAll();
            super.processWatermark(new Watermark(next));
        }
    }

    /**
     * Schedules the next advance of the watermark. The timer is needed because a watermark generator of the source that
     * has accepted a time far ahead sends no watermark for a long time, while this operator's clock moves on.
     */
    private void paceLater() {
        ProcessingTimeService timers = getProcessingTimeService();
        ScheduledFuture<?> unused = timers.registerTimer(timers.getCurrentProcessingTime() + PACE_MILLIS, time -> {
            if (isPacing) {
                pace();
                paceLater();
            }
        });
    }

    /**
     * Sends all buffered records before it passes on the status, because the gate may close windows while this input is
     * idle.
     */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        pacer.idle(status.isIdle());
        batches.sendAll();
        super.processWatermarkStatus(status);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        sendAll();
    }

    @Override
    public void finish() throws Exception {
        isPacing = false;
        sendAll();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        try {
            decoder.schemas().close();
        } finally {
            super.close();
        }
    }

    private void sendAll() {
        batches.sendAll();
        RecordCounters counters = admission.takeCounters();
        if (counters != null) {
            output.collect(new StreamRecord<>(ContributionBatch.ofCounters(settings.keyGroups(), counters)));
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        if (clockState != null) {
            clockState.clear();
            for (Map.Entry<Integer, Long> newest : clock.newest().entrySet()) {
                clockState.add(Tuple2.of(newest.getKey(), newest.getValue()));
            }
        }
        if (schemaState != null) {
            schemaState.update(decoder.schemas().toState());
        }
    }
}
