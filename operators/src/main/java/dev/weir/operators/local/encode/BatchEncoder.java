package dev.weir.operators.local.encode;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.publish.row.PublishedRow;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Draws the reports of a batch of records, one after the other in their order. What takes most of the time is to find a person
 * in a table that is larger than the processor's caches; so the entries of many persons are touched before the first decision,
 * and the processor waits for them all at once.
 */
final class BatchEncoder {

    private static final int CAPACITY = 128;

    private final Encoder encoder;
    private final PrivacyUnit unit;
    private final Consumer<PublishedRow> rows;
    private final AdmittedRecord[] records = new AdmittedRecord[CAPACITY];
    private final long[] periods = new long[CAPACITY];

    /** The sum of all touched words, which is kept so that the compiler cannot remove the reads. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /**
     * Creates an encoder of batches.
     *
     * @param rows receives the rows
     */
    BatchEncoder(Encoder encoder, PrivacyUnit unit, Consumer<PublishedRow> rows) {
        this.encoder = encoder;
        this.unit = unit;
        this.rows = rows;
        Arrays.setAll(records, i -> new AdmittedRecord());
    }

    /** Encodes the records of persons of {@code table}, and counts what becomes of each. */
    void encode(ContributionBatch batch, ReportTable table, RecordCounters counters) {
        table.beginBatch();
        for (int at = 0; at < batch.size(); ) {
            int size = 0;
            long sum = 0;
            while (size < CAPACITY && at < batch.size()) {
                AdmittedRecord record = records[size];
                at = batch.read(at, record);
                periods[size] = unit.period(record.time());
                sum += table.touch(periods[size], record);
                size++;
            }
            touched += sum;
            for (int i = 0; i < size; i++) {
                encode(records[i], periods[i], table, counters);
            }
        }
    }

    private void encode(AdmittedRecord record, long period, ReportTable table, RecordCounters counters) {
        if (table.isClosed(period)) {
            counters.add(0, record.wasHeld() ? Rejection.HELD_TOO_LONG : Rejection.BELOW_FLOOR);
            return;
        }
        Encoder.Drawn drawn = encoder.encode(table.sent(period, record), period, (int) record.word(0));
        if (drawn == null) {
            counters.add(0, RecordOutcome.ACCOUNT);
            return;
        }
        table.put(period, record, drawn.after());
        counters.add(0, RecordOutcome.COUNTED);
        rows.accept(drawn.row());
    }
}
