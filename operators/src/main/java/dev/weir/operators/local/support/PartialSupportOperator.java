package dev.weir.operators.local.support;

import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.estimate.ReportSums;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.time.Window;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Adds up admitted reports by panes where they were admitted, so that the reports of one question are counted in parallel. It is
 * chained to admission, whose counters it sends on beside the sums.
 *
 * <p>The sums of a pane are sent before the watermark that ends the pane. All sums are sent before a barrier, so that there is no
 * state, before the input becomes idle, because windows may then close without it, and when more than {@value #MOST_PANES} panes are
 * open.
 */
final class PartialSupportOperator extends AbstractStreamOperator<SupportPart>
        implements OneInputStreamOperator<ContributionBatch, SupportPart> {

    /** The side output of what admission has counted since the last barrier. Its content is private. */
    static final OutputTag<RecordCounters> COUNTERS =
            new OutputTag<>("admission-counters", RecordCountersSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    private static final int MOST_PANES = 64;

    private final LocalMechanism mechanism;
    private final Window window;

    private transient TreeMap<Long, Pane> panes;
    private transient AdmittedRecord report;
    private transient RecordCounters counters;

    /** The sums of a pane. */
    private static final class Pane {
        private final ReportSums sums;
        private long held;

        Pane(ReportSums sums) {
            this.sums = sums;
        }
    }

    /** Creates an operator for the reports of a question. */
    @SuppressWarnings("NullAway.Init")
    PartialSupportOperator(ReportQuestion asked) {
        this.mechanism = asked.question().mechanism();
        this.window = asked.window();
    }

    @Override
    public void open() throws Exception {
        super.open();
        panes = new TreeMap<>();
        report = new AdmittedRecord();
        counters = RecordCounters.empty(1);
    }

    @Override
    public void processElement(StreamRecord<ContributionBatch> element) {
        ContributionBatch batch = element.getValue();
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, report);
            add();
        }
        batch.addCountedTo(counters);
        batch.release();
        if (panes.size() > MOST_PANES) {
            send(Long.MAX_VALUE);
        }
    }

    private void add() {
        Pane pane = panes.computeIfAbsent(window.cellEnd(report.time()), end -> new Pane(ReportSums.of(mechanism)));
        if (!pane.sums.add(ReportWords.bytes(report))) {
            throw new IllegalStateException("admission must let reports of the mechanism pass, and nothing else");
        }
        pane.held += report.wasHeld() ? 1 : 0;
    }

    /** Sends the sums of the panes that end at or before a time, in the order of their ends. */
    private void send(long upTo) {
        Iterator<Map.Entry<Long, Pane>> ended =
                panes.headMap(upTo, true).entrySet().iterator();
        while (ended.hasNext()) {
            Map.Entry<Long, Pane> pane = ended.next();
            output.collect(new StreamRecord<>(new SupportPart(
                    pane.getKey(), pane.getValue().held, pane.getValue().sums.words())));
            ended.remove();
        }
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        send(watermark.getTimestamp());
        super.processWatermark(watermark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        send(Long.MAX_VALUE);
        super.processWatermarkStatus(status);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        sendAll();
    }

    @Override
    public void finish() throws Exception {
        sendAll();
        super.finish();
    }

    private void sendAll() {
        send(Long.MAX_VALUE);
        if (!counters.isEmpty()) {
            output.collect(COUNTERS, new StreamRecord<>(counters));
            counters = RecordCounters.empty(1);
        }
    }
}
