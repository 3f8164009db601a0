package dev.weir.operators.local.encode;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.WindowCloser;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Turns the answers of persons into reports, each of which is drawn once. Keyed by person.
 *
 * <p><b>Guarantee.</b> That of {@link EncodeTerms}, towards whoever sees the published reports, at any isolation level: a draw
 * becomes visible only if the checkpoint that holds what has been sent of its person has completed ({@link
 * dev.weir.operators.publish.PublishOperator}). After a failure the job goes on from that checkpoint, and no draw since then
 * was visible. State that is older than the ledger is refused, and an adoption of it closes every period of which a later
 * state may have drawn; so a spent allowance never comes back.
 *
 * <p><b>State.</b> A {@link ReportTable} for each key group.
 */
public final class EncodeOperator extends KeyGroupOperator<ContributionBatch, PublishedRow, ReportTable> {

    /** The side output of what was counted since the last barrier. Its content is private. */
    public static final OutputTag<RecordCounters> COUNTERS =
            new OutputTag<>("encode-counters", RecordCountersSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private final EncodeTerms terms;
    private final Schedule schedule;

    private transient BatchEncoder encoder;
    private transient RecordCounters counters;
    private transient WindowCloser closer;

    /**
     * Creates the operator.
     *
     * @param terms the question and the allowance
     * @param plan the plan of these terms: {@link EncodeTerms#plan}
     * @param schedule which periods are encoded
     */
    @SuppressWarnings("NullAway.Init")
    public EncodeOperator(EncodeTerms terms, Plan plan, Schedule schedule) {
        super(plan);
        this.terms = terms;
        this.schedule = schedule;
    }

    @Override
    protected List<ReportTable> newTables(int groups) {
        if (!plan().steps().isEmpty()) {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_DECLARATION,
                            "epsilon and allowance of a question must not grow: give the pipeline another name")
                    .asFailure();
        }
        ClosedCells closed = new ClosedCells(plan(), schedule);
        PersonHash hash = new PersonHash(KeyStream.fresh());
        return Stream.generate(() -> new ReportTable(plan(), closed, hash))
                .limit(groups)
                .toList();
    }

    @Override
    public void open() throws Exception {
        super.open();
        encoder = new BatchEncoder(
                new Encoder(terms, plan(), KeyStream.fresh()),
                plan().unit(),
                row -> output.collect(new StreamRecord<>(row)));
        counters = RecordCounters.empty(1);
        closer = new WindowCloser(plan().windows(), schedule);
    }

    @Override
    public void processElement(StreamRecord<ContributionBatch> element) {
        ContributionBatch batch = element.getValue();
        requireGroups(batch.groups());
        encoder.encode(batch, table(batch.route()), counters);
        batch.addCountedTo(counters);
        batch.release();
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        if (closer.advance(watermark.getTimestamp())) {
            tables().forEach(table -> table.close(closer.closedUpTo()));
        }
        super.processWatermark(watermark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        flush();
    }

    @Override
    public void finish() throws Exception {
        flush();
        super.finish();
    }

    private void flush() {
        if (!counters.isEmpty()) {
            output.collect(COUNTERS, new StreamRecord<>(counters));
            counters = RecordCounters.empty(1);
        }
    }
}
