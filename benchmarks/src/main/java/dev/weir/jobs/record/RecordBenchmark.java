package dev.weir.jobs.record;

import com.fasterxml.jackson.core.io.BigDecimalParser;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.weir.benchmarks.SingleThread;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.Splitter;
import dev.weir.operators.admit.DecodedRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/**
 * What a record costs to decode, as a whole and by part, each part beside what libraries ask for it. In the package of the
 * parts, which nothing else needs to see. One operation is one record, one number or one time.
 */
public class RecordBenchmark extends SingleThread {

    private final List<byte[]> lines = SampleLines.lines();
    private final List<byte[]> times = SampleLines.column(lines, 0);
    private final List<byte[]> numbers = SampleLines.column(lines, 3);
    private final Pipeline pipeline = SampleLines.pipeline("");
    private final DecodedRecord decoded = new DecodedRecord(pipeline.plan());
    private final RecordReader plain = new RecordReader(pipeline);
    private final RecordReader compared = new RecordReader(SampleLines.pipeline("robot == 0"));
    private final RecordReader filtered = new RecordReader(
            SampleLines.pipeline("not (robot == 1 or anon == 1) and page not in ('p1', 'p2', 'p3') or new == 1"));
    private final FieldNumbers fieldNumbers = new FieldNumbers(pipeline.readFields());
    private final Splitter splitter = pipeline.source().format().splitter(fieldNumbers);
    private final Fields fields = new Fields(fieldNumbers.count());
    private final Iterator<CsvRecord> stream = CsvReader.builder()
            .acceptCharsAfterQuotes(false)
            .ofCsvRecord(new EndlessLines(lines))
            .iterator();
    private int next;

    /** Starts at the first line. */
    @Setup
    public void start() {
        next = 0;
    }

    private byte[] next(List<byte[]> of) {
        next = next + 1 < of.size() ? next + 1 : 0;
        return of.get(next);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private long decode(RecordReader reader) {
        decoded.clear();
        reader.read(next(lines), decoded);
        return decoded.time();
    }

    /** The whole record: a key, a time, a unit and one number of nine columns. */
    @Benchmark
    public long record() {
        return decode(plain);
    }

    /** Decodes records under a filter of one comparison. */
    @Benchmark
    public long recordWhereComparison() {
        return decode(compared);
    }

    /** Decodes records under a filter with {@code and}, {@code or}, {@code not} and {@code in}. */
    @Benchmark
    public long recordWhereExpression() {
        return decode(filtered);
    }

    /** The fields of a line, which is first checked to be UTF-8. */
    @Benchmark
    public Fields csvOwn() {
        fields.clear();
        splitter.split(next(lines), fields);
        return fields;
    }

    /** The fields of a line that FastCSV reads by itself. */
    @Benchmark
    public CsvRecord csvFastCsvByLine() throws IOException {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().acceptCharsAfterQuotes(false).ofCsvRecord(text(next(lines)))) {
            return reader.iterator().next();
        }
    }

    /** The fields of a line of an endless stream: what FastCSV is made for. No broken record may shift the others. */
    @Benchmark
    public CsvRecord csvFastCsvStream() {
        return stream.next();
    }

    /** A number, by {@link Decimals}. */
    @Benchmark
    public BigDecimal decimalOwn() {
        byte[] bytes = next(numbers);
        return Objects.requireNonNull(Decimals.parse(bytes, 0, bytes.length));
    }

    /** A number, by the platform, without the guards that hostile numbers ask for. */
    @Benchmark
    public BigDecimal decimalPlatform() {
        return new BigDecimal(text(next(numbers)));
    }

    /** A number, by Jackson's parser, in which FastDoubleParser stands behind the platform's, without guards. */
    @Benchmark
    public BigDecimal decimalJackson() {
        return BigDecimalParser.parse(text(next(numbers)));
    }

    /** A time, by {@link EventTime}. */
    @Benchmark
    public long timeOwn() {
        byte[] bytes = next(times);
        return EventTime.parse(bytes, 0, bytes.length);
    }

    /** A time, by the platform's formatter for ISO 8601 with an offset. */
    @Benchmark
    public long timePlatform() {
        return OffsetDateTime.parse(text(next(times))).toInstant().toEpochMilli();
    }

    /** A time, by the platform's formatter for ISO 8601 in UTC. */
    @Benchmark
    public long timePlatformUtc() {
        return Instant.parse(text(next(times))).toEpochMilli();
    }
}
