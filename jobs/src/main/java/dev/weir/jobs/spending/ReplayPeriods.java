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
 * The privacy units about which a replay may reveal something, as an interval of event time. It holds every window that
 * is released, so that two replays whose stretches do not meet have no release id in common either, and whole periods
 * of the unit.
 *
 * <p>Where units have periods these are all periods that a window meets. A user for ever has one period, so every two
 * replays meet. An event has none: two recordings hold the same event only where their times meet.
 *
 * @param unit the privacy unit
 * @param from the start, epoch milliseconds; it belongs to the stretch. {@link Long#MIN_VALUE} for a user for ever
 * @param until the end, epoch milliseconds; it does not belong to the stretch. {@link Long#MAX_VALUE} for a user for ever
 */
public record ReplayPeriods(PrivacyUnit unit, long from, long until) {

    private static final long DAY = Duration.ofDays(1).toMillis();

    /**
     * The periods of what a replay releases.
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
        return unit == PrivacyUnit.EVENT
                ? new ReplayPeriods(unit, first, last + 1)
                : new ReplayPeriods(unit, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Whether some unit can be in both, also where the units are of different kinds. */
    boolean meets(ReplayPeriods other) {
        return from < other.until && other.from < until;
    }

    boolean hold(long time) {
        return from <= time && time < until;
    }

    /** Whether the stretch has ends; a user for ever has none. */
    boolean isBounded() {
        return from != Long.MIN_VALUE;
    }

    /** The kind of the unit, as a pipeline file writes it. */
    String unitKind() {
        return unit.words();
    }

    /** Unit, start and end as fields of JSON, times in ISO 8601; a user for ever has neither start nor end. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>(Map.of("unit", unitKind()));
        if (isBounded()) {
            fields.put("from", Instant.ofEpochMilli(from).toString());
            fields.put("until", Instant.ofEpochMilli(until).toString());
        }
        return fields;
    }

    /** Unit and periods in words: {@code unit user-per-day, 2026-03-02 to 2026-03-04}. */
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
