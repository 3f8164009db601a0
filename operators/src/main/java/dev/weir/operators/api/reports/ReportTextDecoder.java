package dev.weir.operators.api.reports;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.local.support.ReportReader;
import java.nio.charset.StandardCharsets;

/** Decodes the texts of reports. Each text is a slot, and the parallel parts of the stream are the partitions. */
final class ReportTextDecoder implements RecordDecoder<String> {

    private static final long serialVersionUID = 1L;

    private final ReportReader reader;
    private transient int subtask;
    private transient long decoded;

    /** Creates a decoder of the reports of a question. */
    ReportTextDecoder(ReportReader reader) {
        this.reader = reader;
    }

    @Override
    public void open(int number) {
        subtask = number;
    }

    @Override
    public int partition(String report) {
        return subtask;
    }

    /** The number of reports that this execution attempt has decoded so far. */
    @Override
    public long offset(String report) {
        return decoded;
    }

    /** Always {@link PartitionClock#NO_TIME}, because periods move the clock. */
    @Override
    public long time(String report) {
        return PartitionClock.NO_TIME;
    }

    @Override
    public byte[] payload(String report) {
        return report.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void decode(String report, long timestamp, DecodedRecord record) {
        decoded++;
        reader.read(payload(report), record);
    }
}
