package dev.weir.operators.local.support;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/**
 * Runs admission, the counting subtasks and the operator that closes windows, one after the other in the test's thread. Reports are
 * dealt to the subtasks in turn. A barrier reaches all operators; a restore begins with new ones.
 */
final class ReportBench implements AutoCloseable {

    static final long DAY = 86_400_000;
    static final List<String> OPTIONS = List.of("GB", "DE", "FR", "none");
    static final CategoryQuestion COUNTRY = CategoryQuestion.of("country", OPTIONS, BigDecimal.ONE);

    /** No delay, and a skew of a day. */
    static final TimeBounds TIMING = new TimeBounds(0, DAY);

    private final Plan plan;
    private final RecordCounters counters = RecordCounters.empty(1);
    private final List<LocalAdmission<Slot>> admissions = new ArrayList<>();
    private final List<OneInputStreamOperatorTestHarness<ContributionBatch, SupportPart>> counting = new ArrayList<>();
    private final OneInputStreamOperatorTestHarness<SupportPart, PublishedRow> closing;
    private final List<PublishedRow> rows = new ArrayList<>();
    private int next;
    private long checkpoint;

    /** A report as it came, and the time of its slot. */
    record Slot(byte[] bytes, long time, long number) {}

    /** Starts operators of a parallelism, with the state of a checkpoint or without. */
    ReportBench(ReportQuestion asked, Schedule schedule, int parallelism, @Nullable OperatorSubtaskState state)
            throws Exception {
        plan = asked.plan("test", TIMING);
        closing = new OneInputStreamOperatorTestHarness<>(
                InstantiationUtil.clone(new SupportOperator(asked, plan, schedule, ReportBench::line)), 1, 1, 0);
        closing.setup();
        if (state != null) {
            closing.initializeState(state);
        }
        closing.open();
        for (int i = 0; i < parallelism; i++) {
            var subtask = new OneInputStreamOperatorTestHarness<>(
                    InstantiationUtil.clone(new PartialSupportOperator(asked)), parallelism, parallelism, i);
            subtask.open();
            counting.add(subtask);
            admissions.add(new LocalAdmission<>(plan, schedule, new Decoder(asked), batch -> count(subtask, batch)));
        }
    }

    /** Daily reports of countries in windows of the given kind. */
    static ReportQuestion asked(Window window, EstimateTerms terms) {
        return new ReportQuestion(COUNTRY, 1, Duration.ofDays(1), window, terms);
    }

    private static byte[] line(Object result) {
        return result.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void count(
            OneInputStreamOperatorTestHarness<ContributionBatch, SupportPart> subtask, ContributionBatch batch) {
        try {
            subtask.processElement(batch, 0);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends a report that is written in the middle of its own period. */
    void send(LocalReport report) throws Exception {
        send(report.json(), report.period() * DAY + DAY / 2);
    }

    /** Sends bytes that are written at a time to the next subtask. */
    void send(String bytes, long time) throws Exception {
        int subtask = next++ % admissions.size();
        admissions.get(subtask).take(new Slot(bytes.getBytes(StandardCharsets.UTF_8), time, next));
        admissions.get(subtask).sendAll();
        pass();
    }

    /** Sends a watermark through all operators. */
    void watermark(long time) throws Exception {
        for (var subtask : counting) {
            subtask.processWatermark(time);
        }
        pass();
        closing.processWatermark(time);
        pass();
    }

    /** Sends a barrier through all operators, and returns the state of the one that has any. */
    OperatorSubtaskState barrier() throws Exception {
        checkpoint++;
        for (var subtask : counting) {
            subtask.prepareSnapshotPreBarrier(checkpoint);
            subtask.snapshot(checkpoint, checkpoint);
        }
        pass();
        closing.prepareSnapshotPreBarrier(checkpoint);
        OperatorSubtaskState state = closing.snapshot(checkpoint, checkpoint);
        pass();
        return state;
    }

    private void pass() throws Exception {
        for (var subtask : counting) {
            for (SupportPart part : subtask.extractOutputValues()) {
                closing.processElement(part, 0);
            }
            subtask.getOutput().clear();
        }
        rows.addAll(closing.extractOutputValues());
        closing.getOutput().clear();
        var counted = closing.getSideOutput(SupportOperator.COUNTERS);
        if (counted != null) {
            counted.forEach(record -> counters.add(record.getValue()));
            counted.clear();
        }
    }

    /** The rows since the last call, each as its kind and line. */
    List<String> rows() {
        List<String> lines = rows.stream()
                .map(row -> row.kind() + " " + new String(row.line(), StandardCharsets.UTF_8))
                .toList();
        rows.clear();
        return lines;
    }

    /** What has been counted up to the last barrier, that of admission by way of the operators behind it. */
    RecordCounters counters() throws Exception {
        RecordCounters all = RecordCounters.empty(1);
        all.add(counters);
        for (int i = 0; i < admissions.size(); i++) {
            var subtask = counting.get(i);
            subtask.processElement(
                    ContributionBatch.ofCounters(1, admissions.get(i).counters()), 0);
            subtask.prepareSnapshotPreBarrier(checkpoint);
            var passed = subtask.getSideOutput(PartialSupportOperator.COUNTERS);
            passed.forEach(record -> all.add(record.getValue()));
            passed.clear();
        }
        return all;
    }

    @Override
    public void close() {
        try {
            for (var subtask : counting) {
                subtask.close();
            }
            closing.close();
        } catch (Exception e) {
            throw new AssertionError("operators must close", e);
        }
    }

    /** Decodes slots of one partition. */
    private record Decoder(ReportReader reader) implements RecordDecoder<Slot> {

        Decoder(ReportQuestion asked) {
            this(new ReportReader(asked, 200));
        }

        @Override
        public int partition(Slot slot) {
            return 0;
        }

        @Override
        public long offset(Slot slot) {
            return slot.number();
        }

        @Override
        public long time(Slot slot) {
            return slot.time();
        }

        @Override
        public byte[] payload(Slot slot) {
            return slot.bytes();
        }

        @Override
        public void decode(Slot slot, long timestamp, DecodedRecord record) {
            reader.read(slot.bytes(), record);
        }
    }
}
