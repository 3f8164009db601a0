package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The periods of privacy units about which a replay may reveal something, as one interval of event time. The interval
 * consists of whole periods of the unit and contains every window that is released. Two replays whose intervals do not
 * overlap therefore have no release id in common either.
 *
 * <p>If units have periods, the interval consists of all periods that overlap a window. The unit {@code user} has a
 * single period without end, so any two replays of it overlap. The unit {@code event} has no periods: two recordings
 * hold the same event only where their times overlap.
 *
 * @param unit the privacy unit
 * @param from the start, epoch milliseconds, inclusive; {@link Long#MIN_VALUE} for the unit {@code user}
 * @param until the end, epoch milliseconds, exclusive; {@link Long#MAX_VALUE} for the unit {@code user}
 */
public record ReplayPeriods(PrivacyUnit unit, long from, long until) {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /**
     * Returns the periods about which a replay releases something.
     *
     * @param plan the queries and the privacy unit
     * @param schedule the schedule of the replay, which has an end
     */
    public static ReplayPeriods of(Plan plan, Schedule schedule) {
        List<Window> windows = plan.windows();
        long first = windows.stream()
                .mapToLong(window -> window.earliestStart(schedule.from()))
                .min()
                .orElseThrow();
        long last = windows.stream().mapToLong(schedule::lastEnd).max().orElseThrow() - 1;
        return whole(plan.unit(), first, last);
    }

    private static ReplayPeriods whole(PrivacyUnit unit, long first, long last) {
        if (unit.isPeriodic()) {
            return new ReplayPeriods(unit, unit.periodEnd(unit.period(first) - 1), unit.periodEnd(unit.period(last)));
        }
        return unit.isEvent()
                ? new ReplayPeriods(unit, first, last + 1)
                : new ReplayPeriods(unit, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Whether the intervals overlap, so that a unit can be in both. This also applies to units of different kinds. */
    boolean meets(ReplayPeriods other) {
        return from < other.until && other.from < until;
    }

    boolean hold(long time) {
        return from <= time && time < until;
    }

    /** Whether the interval has a start and an end. The interval of the unit {@code user} has neither. */
    boolean isBounded() {
        return from != Long.MIN_VALUE;
    }

    /** The kind of the unit, as a pipeline file writes it, and the zone of its periods. */
    String unitKind() {
        return unit.zonedWords();
    }

    /**
     * Returns unit, start and end as fields of JSON, times in ISO 8601. The unit {@code user} has neither start nor
     * end.
     */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>(Map.of("unit", unit.words()));
        unit.otherZone().ifPresent(zone -> fields.put("zone", zone.id()));
        if (isBounded()) {
            fields.put("from", Instant.ofEpochMilli(from).toString());
            fields.put("until", Instant.ofEpochMilli(until).toString());
        }
        return fields;
    }

    /** Returns unit and periods in words, such as {@code unit user-per-day, 2026-03-02 to 2026-03-04}. */
    @Override
    public String toString() {
        return "unit " + unitKind() + ", " + stretch();
    }

    private String stretch() {
        if (!isBounded()) {
            return "for ever";
        }
        return isMidnight(from) && isMidnight(until)
                ? days()
                : Instant.ofEpochMilli(from) + " to " + Instant.ofEpochMilli(until);
    }

    private String days() {
        LocalDate first = day(from);
        LocalDate last = day(until).minusDays(1);
        return first.equals(last) ? first.toString() : first + " to " + last;
    }

    private static boolean isMidnight(long time) {
        return Math.floorMod(time, DAY) == 0;
    }

    private static LocalDate day(long time) {
        return LocalDate.ofInstant(Instant.ofEpochMilli(time), ZoneOffset.UTC);
    }
}
