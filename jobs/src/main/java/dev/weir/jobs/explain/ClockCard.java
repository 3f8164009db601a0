package dev.weir.jobs.explain;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.time.Durations;
import dev.weir.operators.time.TimeBounds;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a card says of the clock of a pipeline, whatever its kind. */
public final class ClockCard {

    private ClockCard() {}

    /**
     * Adds the clock to a card.
     *
     * @param page the card
     * @param clock the clock
     * @param timing the bounds by which a record is too late or too early
     */
    public static void add(TitledValues page, Clock clock, TimeBounds timing) {
        String by = Spelled.of(clock.by());
        TitledValues terms = new TitledValues()
                .field("delay", Durations.text(timing.delayMillis()))
                .field("max-skew", Durations.text(timing.maxSkewMillis()))
                .known("idle", text(clock.idle()))
                .known("hold", text(clock.hold()))
                .known("start", text(clock.start()))
                .known("until", text(clock.until()));
        // after other terms, the word "from" reads better than the field's name "start"
        String told = terms.words().replace(", start ", ", from ");
        page.line("Clock", "%s, %s", by, told)
                .field("clock", new TitledValues().field("by", by).fields(terms).field("trusted", clock.trusted()));
    }

    private static @Nullable String text(Duration duration) {
        return duration.isZero() ? null : Durations.text(duration);
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
