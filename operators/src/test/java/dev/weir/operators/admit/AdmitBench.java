package dev.weir.operators.admit;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.testing.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/** Runs one subtask of admission in a test harness. */
final class AdmitBench implements AutoCloseable {

    /** The wall clock after the subtask has started: long after all records, epoch milliseconds. */
    static final long TODAY = 1000 * Plans.DAY;

    private static final int MAX_PARALLELISM = 8;

    final OneInputStreamOperatorTestHarness<AdmitSlot, ContributionBatch> harness;

    /**
     * A subtask and the state from which it is restored.
     *
     * @param before the parallelism at which the state was written
     */
    record Subtask(int parallelism, int number, @Nullable OperatorSubtaskState state, int before) {

        /** Returns the only subtask of a job that had only one before, too. */
        static Subtask alone(@Nullable OperatorSubtaskState state) {
            return new Subtask(1, 0, state, 1);
        }
    }

    AdmitBench(AdmissionSettings settings, Subtask subtask) throws Exception {
        this(settings, subtask, new AdmitSlot.Decoder());
    }

    AdmitBench(AdmissionSettings settings, Subtask subtask, RecordDecoder<AdmitSlot> decoder) throws Exception {
        var operator = new AdmitOperator<>(settings, decoder);
        harness = new OneInputStreamOperatorTestHarness<>(
                operator, MAX_PARALLELISM, subtask.parallelism(), subtask.number());
        harness.setup(new ContributionBatch.Serializer());
        if (subtask.state() != null) {
            harness.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                    subtask.state(), MAX_PARALLELISM, subtask.before(), subtask.parallelism(), subtask.number()));
        }
        harness.open();
        harness.setProcessingTime(TODAY);
    }

    AdmitBench process(List<AdmitSlot> slots) throws Exception {
        for (AdmitSlot slot : slots) {
            harness.processElement(slot, 0);
        }
        return this;
    }

    /** Processes a valid record that was appended when it happened. */
    void slot(int partition, long time) throws Exception {
        process(List.of(AdmitSlot.good(partition, 0, time)));
    }

    OperatorSubtaskState snapshot() throws Exception {
        harness.prepareSnapshotPreBarrier(1);
        return harness.snapshot(1, 1);
    }

    /** The number of records that have been sent so far. */
    int sent() {
        return sent(record -> true);
    }

    /** The number of records sent so far that were held for too long. */
    int heldTooLong() {
        return sent(AdmittedRecord::wasHeld);
    }

    private int sent(Predicate<AdmittedRecord> condition) {
        int records = 0;
        AdmittedRecord record = new AdmittedRecord();
        for (ContributionBatch batch : harness.extractOutputValues()) {
            for (int at = 0; at < batch.size(); ) {
                at = batch.read(at, record);
                records += condition.test(record) ? 1 : 0;
            }
        }
        return records;
    }

    /** Returns the number of records admitted so far. A watermark makes admission send all of them. */
    int admitted() throws Exception {
        harness.processWatermark(Long.MIN_VALUE + 1);
        return sent();
    }

    List<Long> watermarks() {
        return harness.getOutput().stream()
                .filter(Watermark.class::isInstance)
                .map(element -> ((Watermark) element).getTimestamp())
                .toList();
    }

    List<RecordCounters> sentCounters() {
        return harness.extractOutputValues().stream()
                .map(batch -> {
                    RecordCounters counted = RecordCounters.empty(1);
                    batch.addCountedTo(counted);
                    return counted;
                })
                .filter(counted -> !counted.isEmpty())
                .toList();
    }

    /** Returns the sum of all counters that have been sent. */
    RecordCounters counters() {
        RecordCounters sum = RecordCounters.empty(1);
        sentCounters().forEach(sum::add);
        return sum;
    }

    List<DeadLetter> deadLetters() {
        return side(AdmitOperator.DEAD_LETTERS);
    }

    /** Returns the reasons of rejections by offset. */
    Map<Long, Rejection> rejections() {
        Map<Long, Rejection> rejections = new TreeMap<>();
        deadLetters().forEach(letter -> rejections.put(letter.offset(), letter.code()));
        return rejections;
    }

    private <X> List<X> side(OutputTag<X> tag) {
        List<X> all = new ArrayList<>();
        var side = harness.getSideOutput(tag);
        if (side != null) {
            side.forEach(element -> all.add(element.getValue()));
        }
        return all;
    }

    @Override
    public void close() {
        try {
            harness.close();
        } catch (Exception e) {
            throw new AssertionError("a subtask must close", e);
        }
    }
}
