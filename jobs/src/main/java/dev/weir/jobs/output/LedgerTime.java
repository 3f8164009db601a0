package dev.weir.jobs.output;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times of a ledger, as its outputs show them: ISO 8601 in UTC. */
final class LedgerTime {

    private static final String TIME = "-time";

    private LedgerTime() {}

    /**
     * The time at which a record was written.
     *
     * @param millis epoch milliseconds; below 0 where that is not known
     * @return null where that is not known
     */
    static @Nullable Instant written(long millis) {
        return millis < 0 ? null : Instant.ofEpochMilli(millis);
    }

    /** The text of a time; null where it is not known. */
    static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /**
     * Puts a time as its number and, behind it, as its date.
     *
     * @param millis epoch milliseconds; {@link Long#MIN_VALUE} if there is none
     */
    static void put(String name, long millis, Map<String, @Nullable Object> fields) {
        put(name, millis == Long.MIN_VALUE ? null : millis, millis, fields);
    }

    /** Puts the number of a period of the unit and when it begins; nothing begins where units have no periods. */
    static void putFrom(long period, @Nullable PrivacyUnit unit, Map<String, @Nullable Object> fields) {
        put("from", period, unit == null ? Long.MIN_VALUE : unit.periodStart(period), fields);
    }

    /**
     * Puts the number of a last period of the unit and when it ends.
     *
     * @param period {@link Long#MAX_VALUE} and {@link Long#MIN_VALUE} are no periods, and shown as null
     */
    static void putLast(String name, long period, @Nullable PrivacyUnit unit, Map<String, @Nullable Object> fields) {
        boolean isNone = period == Long.MAX_VALUE || period == Long.MIN_VALUE;
        long end = isNone || unit == null ? Long.MAX_VALUE : unit.periodEnd(period);
        put(name, isNone ? null : period, end == Long.MAX_VALUE ? Long.MIN_VALUE : end, fields);
    }

    private static void put(String name, @Nullable Long number, long millis, Map<String, @Nullable Object> fields) {
        fields.put(name, number);
        fields.put(name + TIME, text(millis == Long.MIN_VALUE ? null : Instant.ofEpochMilli(millis)));
    }
}
