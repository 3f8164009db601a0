package dev.weir.operators.time.text;

import dev.weir.accountant.calendar.PinnedZone;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;

/**
 * Finds the instants of local times in a zone. Where a clock is put back, some local times are there twice: the instant is the first of
 * the two. Where a clock is put forward, some local times are not there: the instant is that of the clock before the change, so that it
 * is later than the change by as much as the local time is later than the last one that was there. In Berlin, 02:30 is 00:30 UTC where
 * it is there twice, in autumn, and 01:30 UTC where it is missing, in spring. Both kinds are called ambiguous.
 *
 * <p>Source: RFC 5545 (Desruisseaux 2009), section 3.3.5, form 3. For use by one thread.
 */
public final class LocalTimes {

    private final ZoneRules rules;
    private boolean ambiguous;

    /**
     * Creates a finder for one zone.
     *
     * @param zone the zone, with the rules that it was built with
     */
    public LocalTimes(PinnedZone zone) {
        this.rules = zone.rules();
    }

    /**
     * Returns the instant of a local time.
     *
     * @param local the milliseconds from 1970-01-01T00:00 to the local time, as if every day had 24 hours; at most 1e16 in absolute value
     * @return epoch milliseconds
     */
    public long instant(long local) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(local, 1000L), 0, ZoneOffset.UTC);
        ambiguous = rules.getTransition(time) != null;
        // of an ambiguous time, ZoneRules gives the offset before the change
        return local - 1000L * rules.getOffset(time).getTotalSeconds();
    }

    /** Whether the last local time is there twice, or not at all. */
    public boolean isAmbiguous() {
        return ambiguous;
    }
}
