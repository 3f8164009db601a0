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
import dev.weir.operators.time.text.TimeFormat;
import dev.weir.operators.time.text.TimeReader;
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
 * Times the decoding of a record and of its parts, and compares each part with libraries for the same purpose. It is in the
 * package of the decoder because the parts are package-private. One operation is one record, one number or one time.
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
    private final TimeReader timeReader = TimeFormat.STANDARD.reader();
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

    /** Decodes a whole record of nine columns: its key, time, unit and one number. */
    @Benchmark
    public long record() {
        return decode(plain);
    }

    /** Decodes a record under a filter of one comparison. */
    @Benchmark
    public long recordWhereComparison() {
        return decode(compared);
    }

    /** Decodes a record under a filter with {@code and}, {@code or}, {@code not} and {@code in}. */
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

    /** Splits a line with FastCSV, with a new reader for each line. */
    @Benchmark
    public CsvRecord csvFastCsvByLine() throws IOException {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().acceptCharsAfterQuotes(false).ofCsvRecord(text(next(lines)))) {
            return reader.iterator().next();
        }
    }

    /**
     * Splits the next line of an endless stream with FastCSV, the use for which FastCSV is made. Weir cannot use it this way,
     * because a malformed record could shift the following ones.
     */
    @Benchmark
    public CsvRecord csvFastCsvStream() {
        return stream.next();
    }

    /** Parses a number with {@link Decimals}. */
    @Benchmark
    public BigDecimal decimalOwn() {
        byte[] bytes = next(numbers);
        return Objects.requireNonNull(Decimals.parse(bytes, 0, bytes.length));
    }

    /** Parses a number with the Java platform, which has no protection against hostile numbers. */
    @Benchmark
    public BigDecimal decimalPlatform() {
        return new BigDecimal(text(next(numbers)));
    }

    /**
     * Parses a number with Jackson, which uses the Java platform for short numbers and FastDoubleParser for long ones. It has
     * no protection against hostile numbers.
     */
    @Benchmark
    public BigDecimal decimalJackson() {
        return BigDecimalParser.parse(text(next(numbers)));
    }

    /** Parses a time with the reader of the standard format. */
    @Benchmark
    public long timeOwn() {
        byte[] bytes = next(times);
        return timeReader.read(bytes, 0, bytes.length);
    }

    /** Parses a time with the Java platform's formatter for ISO 8601 with an offset. */
    @Benchmark
    public long timePlatform() {
        return OffsetDateTime.parse(text(next(times))).toInstant().toEpochMilli();
    }

    /** Parses a time with the Java platform's formatter for ISO 8601 in UTC. */
    @Benchmark
    public long timePlatformUtc() {
        return Instant.parse(text(next(times))).toEpochMilli();
    }
}
