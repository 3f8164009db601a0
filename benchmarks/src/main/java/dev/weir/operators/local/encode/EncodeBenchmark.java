package dev.weir.operators.local.encode;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.benchmarks.SingleThread;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.kind.encode.EncodeKind;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Times a record's way through admission alone, and through admission and the draw of its report, without Flink: a line of CSV
 * with nine columns, one of 51 options. It is in the package of the encoder because its parts are package-private. One operation
 * is one record.
 */
@SuppressWarnings("NullAway.Init")
public class EncodeBenchmark extends SingleThread {

    private static final int RECORDS = 8192;
    private static final int UNITS = 100_000;
    private static final int OPTIONS = 51;
    private static final long FIRST = Instant.parse("2026-03-02T06:00:00Z").toEpochMilli();
    private static final List<String> COLUMNS =
            List.of("time", "unit", "key", "value", "robot", "anon", "new", "minor", "page");

    /** The mechanisms that are measured. */
    @Param({"subset-selection", "randomized-response", "hadamard"})
    public String mechanism;

    private final SplittableRandom random = new SplittableRandom(1);
    private byte[][] lines;
    private Plan plan;
    private EncodeTerms terms;
    private Lines decoder;
    private LocalAdmission<byte[]> admission;
    private ReportTable table;
    private BatchEncoder encoder;
    private RecordCounters counters;
    private long done;

    /** Decodes a line. */
    private static final class Lines implements RecordDecoder<byte[]> {

        private static final long serialVersionUID = 1L;

        private final PayloadReader reader;

        Lines(PayloadReader reader) {
            this.reader = reader;
        }

        @Override
        public int partition(byte[] slot) {
            return 0;
        }

        @Override
        public long offset(byte[] slot) {
            return 0;
        }

        @Override
        public long time(byte[] slot) {
            return FIRST;
        }

        @Override
        public byte[] payload(byte[] slot) {
            return slot;
        }

        @Override
        public void decode(byte[] slot, long timestamp, DecodedRecord decoded) {
            reader.read(slot, decoded);
        }
    }

    /** Makes the records and reads the pipeline. */
    @Setup
    public void records() {
        lines = IntStream.range(0, RECORDS).mapToObj(this::line).toArray(byte[][]::new);
        Pipeline pipeline = pipeline();
        plan = pipeline.plan();
        terms = EncodeKind.answer(pipeline).terms();
        decoder = new Lines(new EncodeKind().reader(pipeline));
    }

    private byte[] line(int number) {
        String text = Instant.ofEpochMilli(FIRST + number) + ",u" + random.nextInt(UNITS) + ","
                + random.nextInt(OPTIONS) + "," + random.nextInt(1000) + ",0,0,0,0,p" + random.nextInt(80_000);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Pipeline pipeline() {
        String options =
                IntStream.range(0, OPTIONS).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(", "));
        try {
            Path file = Files.createTempFile("encode", ".yaml");
            Files.writeString(file, """
                    pipeline: encode
                    kind: encode
                    domain: {name: encode}
                    source: {format: csv, time: time, unit: unit}
                    report: {question: q, field: key, mechanism: %s, epsilon: 1, options: [%s]}
                    allowance: {per: day, reports: 100}
                    """.formatted(mechanism, options));
            Pipeline pipeline =
                    PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline();
            Files.delete(file);
            return pipeline.withColumns(COLUMNS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins with an empty table. */
    @Setup(Level.Iteration)
    public void table() {
        Schedule schedule = Schedule.startingAt(FIRST);
        table = new ReportTable(plan, new ClosedCells(plan, schedule), new PersonHash(KeyStream.fresh()));
        counters = RecordCounters.empty(1);
        encoder = new BatchEncoder(
                new Encoder(terms, plan, KeyStream.fresh()), plan.unit(), row -> done += row.line().length);
        admission = new LocalAdmission<>(plan, schedule, decoder, this::take);
    }

    private boolean isEncoding;

    private void take(ContributionBatch batch) {
        if (!isEncoding) {
            done += batch.size();
            return;
        }
        encoder.encode(batch, table, counters);
    }

    private long pass(boolean encoding) {
        isEncoding = encoding;
        for (byte[] line : lines) {
            admission.take(line);
        }
        admission.sendAll();
        return done;
    }

    /** Admission alone. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long admit8192() {
        return pass(false);
    }

    /** Admission, and a report of every record. */
    @Benchmark
    @OperationsPerInvocation(RECORDS)
    public long admitAndEncode8192() {
        return pass(true);
    }
}
