package dev.weir.jobs.config.section;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what tells the time. */
public final class ClockReader {

    private static final Duration LONGEST = Duration.ofDays(366);
    private static final Duration REPLAY_DELAY = Duration.ZERO;
    private static final Duration REPLAY_SKEW = Duration.ofDays(31);
    private static final TimeBounds REPLAY_BOUNDS = new TimeBounds(REPLAY_DELAY.toMillis(), REPLAY_SKEW.toMillis());
    private static final Duration IDLE = Duration.ofSeconds(30);

    /** Above the 15 minutes after which a broker with its own settings ends any transaction. */
    private static final Duration HOLD = Duration.ofMinutes(16);

    private final Purpose purpose;
    private final Clock clock;
    private final TimeBounds timing;

    public ClockReader(Section root, Purpose purpose) {
        this.purpose = purpose;
        boolean needed = purpose == Purpose.RUN || root.has("clock");
        Section section = root.sectionRequiredIf("clock", purpose == Purpose.RUN);
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
            section.problem("trusted", "must be true for the clock to go by times that records state themselves");
        }
    }

    /** The clock of a replay, which goes by the records' times and releases whatever windows the recording covers. */
    private static Clock replayed(Clock stated) {
        return new Clock(Clock.By.RECORD_TIME, stated.idle(), stated.hold(), null, null, stated.trusted());
    }

    /** @param defaults whether delay and skew may be left out, for those of a replay */
    private static TimeBounds bounds(Section section, boolean defaults) {
        Duration delay = span(section, "delay", defaults ? REPLAY_DELAY : null);
        Duration skew = span(section, "max-skew", defaults ? REPLAY_SKEW : null);
        return new TimeBounds(delay.toMillis(), skew.toMillis());
    }

    public Clock clock() {
        return clock;
    }

    public TimeBounds timing() {
        return timing;
    }

    private static Clock stated(Section section, boolean needed) {
        Clock.By by = needed
                ? section.required("by", Literals.choice(Clock.By.values()), Clock.By.APPEND_TIME)
                : Clock.By.RECORD_TIME;
        Optional<Instant> start = section.find("start", Literals::instant);
        Optional<Instant> until = section.find("until", Literals::instant);
        start.ifPresent(from -> until.ifPresent(to -> requireOrder(section, from, to)));
        Duration idle = section.optional("idle", Literals.duration(Duration.ofMillis(1), LONGEST), IDLE);
        Duration hold = section.optional("hold", Literals.duration(Duration.ofMillis(1), LONGEST), HOLD);
        boolean trusted = section.optional("trusted", Literals::truth, false);
        return new Clock(by, idle, hold, start.orElse(null), until.orElse(null), trusted);
    }

    private static void requireOrder(Section section, Instant start, Instant until) {
        if (!until.isAfter(start)) {
            section.problem("until", "must be after start, was " + until);
        }
    }

    private static Duration span(Section section, String field, @Nullable Duration absent) {
        Duration standIn = absent == null ? Duration.ZERO : absent;
        return section.requiredIf(field, absent == null, Literals.duration(Duration.ZERO, LONGEST), standIn);
    }
}
