package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the source of the time, the allowed delay and the largest clock skew. */
public final class ClockReader {

    private static final Literal<Duration> SPAN = Literals.duration(Duration.ZERO, Duration.ofDays(366));
    private static final Literal<Duration> WAIT = Literals.duration(Duration.ofMillis(1), Duration.ofDays(366));
    private static final Duration REPLAY_DELAY = Duration.ZERO;
    private static final Duration REPLAY_SKEW = Duration.ofDays(31);
    private static final TimeBounds REPLAY_BOUNDS = new TimeBounds(REPLAY_DELAY.toMillis(), REPLAY_SKEW.toMillis());
    private static final Duration USUAL_IDLE = Duration.ofSeconds(30);

    /**
     * The hold if the file states none. It is longer than 15 minutes, after which a broker with default settings ends
     * any transaction.
     */
    private static final Duration USUAL_HOLD = Duration.ofMinutes(16);

    private static final Field<Clock.By> BY = Field.of(
                    "by",
                    Literals.choice(Clock.By.values()),
                    "`append-time`: the broker's time of appending, which no record can bend. `record-time`: the records' own")
            .required("in a `clock`");

    /** The field with the time for which the records of a window are waited for after the window's end. */
    public static final Field<Duration> DELAY = Field.of(
                    "delay",
                    SPAN,
                    "how long after a window's end its last records may be appended; `0s` where it may be left out")
            .neededIf("with `append-time`, and for a run");

    /** The field with the largest skew: how far a record's own time may be ahead of the clock. */
    public static final Field<Duration> MAX_SKEW = Field.of(
                    "max-skew",
                    SPAN,
                    "how far ahead of the clock a record's own time may be; `31d` where it may be left out")
            .neededIf("with `append-time`, and for a run");

    /** The field with the time after which a silent partition no longer holds windows open. */
    public static final Field<Duration> IDLE = Field.of(
            "idle",
            WAIT,
            "after so long without a record a partition no longer holds windows open, unless it has records behind an open"
                    + " transaction; `30s`");

    /** The field with the longest time for which an open transaction holds windows open. */
    public static final Field<Duration> HOLD = Field.of(
            "hold",
            WAIT,
            "for how long at most an open transaction on the input holds windows open; `16m`. Below the brokers'"
                    + " `transaction.max.timeout.ms` (15 minutes by default) honest transactions may lose records");

    private static final Field<Instant> START = Field.of(
            "start", Literals.INSTANT, "from when windows are released; by default from the time the job was built");

    /** The field with the time up to which windows are released. */
    public static final Field<Instant> UNTIL = Field.of("until", Literals.INSTANT, "up to when; by default for ever");

    /** The field that states whether the operator takes responsibility for the records' own times. */
    public static final Field<Boolean> TRUSTED = Field.of(
            "trusted",
            Literals.TRUTH,
            "`true` says that you vouch for the records' own times; a run with `by: record-time` needs it");

    /** The section {@code clock} of a pipeline file. */
    public static final Field<Section> CLOCK = Field.of(
                    "clock",
                    MapType.of(Shape.of(BY, DELAY, MAX_SKEW, IDLE, HOLD, START, UNTIL, TRUSTED)),
                    "what tells the time")
            .neededIf("run");

    private final Purpose purpose;
    private final Clock clock;
    private final TimeBounds timing;

    /**
     * Reads the section {@code clock}.
     *
     * @param root the whole file
     * @param purpose the purpose for which the file is read
     */
    public ClockReader(Section root, Purpose purpose) {
        this.purpose = purpose;
        boolean needed = purpose == Purpose.RUN || root.has(CLOCK);
        Section section = root.section(CLOCK, purpose == Purpose.RUN);
        Clock stated = stated(section, needed);
        requireTrusted(section, stated);
        TimeBounds bounds = bounds(section, purpose != Purpose.RUN && (isByRecords(stated) || !needed));
        section.finish();
        clock = purpose == Purpose.REPLAY ? replayed(stated) : stated;
        timing = purpose == Purpose.REPLAY && !isByRecords(stated) ? REPLAY_BOUNDS : bounds;
    }

    private static boolean isByRecords(Clock clock) {
        return clock.by() == Clock.By.RECORD_TIME;
    }

    private void requireTrusted(Section section, Clock stated) {
        if (purpose == Purpose.RUN && isByRecords(stated) && !stated.trusted()) {
            section.problem(TRUSTED, "must be true for the clock to go by times that records state themselves");
        }
    }

    /**
     * Returns the clock of a replay. It follows the records' own times, and has neither start nor end, so that all windows that
     * the recording covers are released.
     */
    private static Clock replayed(Clock stated) {
        return new Clock(Clock.By.RECORD_TIME, stated.idle(), stated.hold(), null, null, stated.trusted());
    }

    /**
     * Reads delay and skew.
     *
     * @param defaults whether delay and skew may be left out; the defaults of a replay then apply
     */
    private static TimeBounds bounds(Section section, boolean defaults) {
        Duration delay = span(section, DELAY, defaults ? REPLAY_DELAY : null);
        Duration skew = span(section, MAX_SKEW, defaults ? REPLAY_SKEW : null);
        return new TimeBounds(delay.toMillis(), skew.toMillis());
    }

    /** Returns the source of the time. */
    public Clock clock() {
        return clock;
    }

    /** Returns the allowed delay and the largest skew. */
    public TimeBounds timing() {
        return timing;
    }

    private static Clock stated(Section section, boolean needed) {
        Clock.By by = needed ? section.read(BY, Clock.By.APPEND_TIME) : Clock.By.RECORD_TIME;
        Optional<Instant> start = section.find(START);
        Optional<Instant> until = section.find(UNTIL);
        start.ifPresent(from -> until.ifPresent(to -> requireOrder(section, from, to)));
        Duration idle = section.read(IDLE, USUAL_IDLE);
        Duration hold = section.read(HOLD, USUAL_HOLD);
        boolean trusted = section.read(TRUSTED, false);
        return new Clock(by, idle, hold, start.orElse(null), until.orElse(null), trusted);
    }

    private static void requireOrder(Section section, Instant start, Instant until) {
        if (!until.isAfter(start)) {
            section.problem(UNTIL, "must be after start, was " + until);
        }
    }

    private static Duration span(Section section, Field<Duration> field, @Nullable Duration absent) {
        return section.read(field, absent == null, absent == null ? Duration.ZERO : absent);
    }
}
