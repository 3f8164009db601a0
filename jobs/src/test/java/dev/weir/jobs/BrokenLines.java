package dev.weir.jobs;

import dev.weir.operators.counters.Rejection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * Writes a recording with every kind of broken line, and with {@link Containment#CANARY} in unit ids, undeclared keys and
 * most broken lines. It computes the expected outcome of each line. There are four lines a second, one in five is broken, and
 * some units have many lines and others only one.
 */
final class BrokenLines {

    private static final String CANARY = Containment.CANARY;

    static final int SHORT_BYTES = 40;
    static final long DELAY = 60_000;
    static final long SKEW = 7_200_000;

    private static final long FIRST = Instant.parse("2026-03-02T00:10:00Z").toEpochMilli();
    private static final int STEP_MILLIS = 250;
    private static final int UNITS = 20_000;

    /** The expected outcomes of a query that counts edits by hour. */
    final NaiveGate counts = new NaiveGate(new NaiveGate.Terms(3_600_000, 8, 2, 2, 5));

    /** The expected outcomes of a query that counts and sums values by six hours; a full-size record costs 200. */
    final NaiveGate sums = new NaiveGate(new NaiveGate.Terms(21_600_000, 4, Integer.MAX_VALUE, Integer.MAX_VALUE, 600));

    private final SplittableRandom random = new SplittableRandom(7);
    private final LineFormat format;
    private final BiConsumer<Rejection, byte[]> letters;
    private final Rejection[] kinds;
    private long clock = Long.MIN_VALUE;

    /**
     * @param letters receives the code of each rejected line and the bytes that are kept of it
     */
    BrokenLines(LineFormat format, BiConsumer<Rejection, byte[]> letters) {
        this.format = format;
        this.letters = letters;
        this.kinds = EnumSet.range(Rejection.MALFORMED, Rejection.LATE).stream()
                .filter(code -> code != Rejection.NO_APPEND_TIME)
                .filter(code -> code != Rejection.SCHEMA || format == LineFormat.JSON)
                .toArray(Rejection[]::new);
    }

    /** Writes this many lines. */
    void write(Path file, int lines) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            out.write(format.header().getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < lines; i++) {
                out.write(i > 0 && random.nextInt(5) == 0 ? brokenLine(i) : good(i));
                out.write('\n');
            }
        }
    }

    private byte[] good(int i) {
        long now = FIRST + (long) i * STEP_MILLIS;
        long behind = random.nextInt(12) == 0 ? random.nextLong(4_200_000, 5_400_000) : random.nextLong(DELAY);
        LineFormat.Row row = row(now - (i == 0 ? 0 : behind));
        tick(row.millis());
        long closed = clock - DELAY;
        if (counts.isLate(row.millis(), closed) && sums.isLate(row.millis(), closed)) {
            return rejected(Rejection.LATE, format.line(row));
        }
        BigDecimal value = new BigDecimal(row.value());
        long added = value.setScale(0, RoundingMode.HALF_UP)
                .max(BigDecimal.ZERO)
                .min(BigDecimal.valueOf(100))
                .longValue();
        boolean isEdit = row.kind().equals("edit");
        counts.take(new NaiveGate.Line(row.millis(), row.unit(), row.key(), isEdit, 1), closed);
        sums.take(new NaiveGate.Line(row.millis(), row.unit(), row.key(), true, 100 + added), closed);
        return format.line(row);
    }

    private LineFormat.Row row(long time) {
        double part = random.nextDouble();
        int unit = (int) (UNITS * part * part * part);
        String value = BigDecimal.valueOf(random.nextLong(-40, 300), 0)
                .divide(BigDecimal.valueOf(2))
                .toPlainString();
        String kind = random.nextInt(4) == 0 ? "new" : "edit";
        return new LineFormat.Row(time, unit, random.nextInt(9), value, kind);
    }

    /** Moves the clock to a time that the skew accepts. */
    private void tick(long time) {
        if (clock == Long.MIN_VALUE || time <= clock + SKEW) {
            clock = Math.max(clock, time);
        }
    }

    private byte[] brokenLine(int i) {
        long now = FIRST + (long) i * STEP_MILLIS;
        Rejection code = kinds[random.nextInt(kinds.length)];
        LineFormat.Broken broken = broken(code, row(now));
        if (broken.hasTime()) {
            tick(now);
        }
        return rejected(code, broken.bytes());
    }

    private LineFormat.Broken broken(Rejection code, LineFormat.Row row) {
        return switch (code) {
            case MALFORMED -> format.malformed(row, random);
            case SCHEMA -> format.ofWrongType(row, random);
            case NO_UNIT -> format.with(row, "unit", "");
            case NO_TIME -> format.with(row, "time", oneOf("", CANARY, "2026-02-30T00:00:00Z"));
            case NO_KEY -> format.with(row, "key", "");
            case NOT_A_NUMBER -> format.with(row, "value", oneOf("", CANARY, "0x10", "NaN"));
            case OUT_OF_RANGE ->
                random.nextBoolean()
                        ? format.with(row, "time", oneOf("8640000000000001", "+999999-01-01T00:00:00Z"))
                        : format.with(row, "value", oneOf("9223372036854775808", "-1e19"));
            case TOO_LARGE ->
                random.nextBoolean()
                        ? format.with(row, oneOf("unit", "key"), CANARY.repeat(SHORT_BYTES / 6 + 1))
                        : format.with(row, "kind", CANARY.repeat(LineFormat.RECORD_BYTES));
            case FUTURE -> unmoved(row.at(Math.max(clock, row.millis()) + SKEW + 1 + random.nextInt(1000)));
            case LATE -> unmoved(row.at(clock - DELAY - 21_600_000 - random.nextInt(1000)));
            default -> throw new IllegalStateException("a replay does not give " + code);
        };
    }

    /** Returns a line whose time does not move the clock. */
    private LineFormat.Broken unmoved(LineFormat.Row row) {
        return new LineFormat.Broken(format.line(row), false);
    }

    private String oneOf(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private byte[] rejected(Rejection code, byte[] line) {
        counts.reject(code);
        sums.reject(code);
        letters.accept(
                code, line.length > LineFormat.RECORD_BYTES ? Arrays.copyOf(line, LineFormat.RECORD_BYTES + 1) : line);
        return line;
    }
}
