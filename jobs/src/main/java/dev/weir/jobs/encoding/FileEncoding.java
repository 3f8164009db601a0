package dev.weir.jobs.encoding;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kind.encode.EncodeKind;
import dev.weir.jobs.record.AnswerReader;
import dev.weir.jobs.replay.RecordedColumns;
import dev.weir.jobs.replay.recording.RecordedFile;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.local.encode.LocalEncoder;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Draws a report of each record of a file, once.
 *
 * <p><b>Guarantee.</b> That of {@link dev.weir.operators.local.encode.EncodeTerms}, for one file of reports. A second one of the
 * same records tells as much again; so an existing one is never replaced ({@link NewFile}).
 *
 * <p>A file has no clock: every record whose time can be read belongs to the period of that time, in whatever order records
 * stand. Reports are written by period and, within one, in an order that is drawn; so their places tell nothing of the places of
 * records. They are held in memory until all are drawn.
 */
public final class FileEncoding {

    private final RecordedFile input;
    private final AnswerReader reader;
    private final DecodedRecord decoded;
    private final LocalEncoder encoder;
    private final RecordCounters counters = RecordCounters.empty(1);
    private final List<PublishedRow> rows = new ArrayList<>();

    /**
     * Prepares to encode a file.
     *
     * @param pipeline a pipeline of kind {@code encode}
     * @param path the file of records, plain or compressed with gzip
     * @throws IllegalArgumentException if the pipeline is of another kind, or the file cannot be read or lacks a column
     */
    public FileEncoding(Pipeline pipeline, Path path) throws IOException {
        EncodeKind.answer(pipeline);
        this.input = RecordedFile.of(path, pipeline);
        Pipeline named = new RecordedColumns(pipeline, input).named();
        this.reader = new EncodeKind().reader(named);
        this.decoded = new DecodedRecord(named.plan());
        this.encoder = new LocalEncoder(EncodeKind.answer(named).terms(), named.plan());
    }

    /**
     * Draws all reports, and only then writes them.
     *
     * @param out the file of reports, one in a line
     * @param permission gets the periods that were drawn for, before any report is written; not asked if there is no report. If it
     *     throws, nothing is written
     * @return what has become of the records: private
     * @throws IOException if a file cannot be read or written; the file of reports then does not exist
     */
    public RecordCounters run(NewFile out, Consumer<Schedule> permission) throws IOException, InterruptedException {
        input.forEach(line -> {
            encode(line);
            return true;
        });
        if (!rows.isEmpty()) {
            permission.accept(periods());
        }
        rows.sort(PublishedRow.PUBLIC_ORDER);
        out.write(rows.stream().map(PublishedRow::line).iterator());
        return counters;
    }

    private Schedule periods() {
        long first = rows.stream().mapToLong(PublishedRow::windowStart).min().orElseThrow();
        long last = rows.stream().mapToLong(PublishedRow::windowEnd).max().orElseThrow();
        return Schedule.between(Instant.ofEpochMilli(first), Instant.ofEpochMilli(last));
    }

    private void encode(byte[] line) {
        decoded.clear();
        reader.read(line, decoded);
        counters.add(0, RecordOutcome.READ);
        Rejection code = decoded.rejection();
        if (code != null) {
            counters.add(0, code);
            return;
        }
        PublishedRow row = encoder.encode(decoded.unit(), decoded.time(), reader.answer());
        counters.add(0, row == null ? RecordOutcome.ACCOUNT : RecordOutcome.COUNTED);
        if (row != null) {
            rows.add(row);
        }
    }
}
