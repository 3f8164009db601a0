package dev.weir.jobs.output;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the times of a ledger in ISO 8601 in UTC, for its outputs. */
final class LedgerTime {

    private static final String TIME = "-time";

    private LedgerTime() {}

    /**
     * The time at which a record was written.
     *
     * @param millis epoch milliseconds; below 0 if the time is not known
     * @return the time; null if it is not known
     */
    static @Nullable Instant written(long millis) {
        return millis < 0 ? null : Instant.ofEpochMilli(millis);
    }

    /** The text of a time; null if the time is not known. */
    static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /**
     * The two fields of a time: its number, and then its date.
     *
     * @param millis epoch milliseconds; {@link Long#MIN_VALUE} if there is no time
     */
    static Map<String, @Nullable Object> fields(String name, long millis) {
        return fields(name, millis == Long.MIN_VALUE ? null : millis, millis);
    }

    /**
     * The two fields of a first period: its number, and the date when it begins. The date is null if the unit has no
     * periods or is not known.
     */
    static Map<String, @Nullable Object> from(long period, @Nullable PrivacyUnit unit) {
        return fields("from", period, unit == null ? Long.MIN_VALUE : unit.periodStart(period));
    }

    /**
     * The two fields of a last period: its number, and the date when it ends. The date is null if the number is null, if the
     * period has no end, or if the unit is not known.
     *
     * @param period the number of the period; {@link Long#MAX_VALUE} and {@link Long#MIN_VALUE} are not periods and are
     *     shown as null
     */
    static Map<String, @Nullable Object> last(String name, long period, @Nullable PrivacyUnit unit) {
        boolean isNone = period == Long.MAX_VALUE || period == Long.MIN_VALUE;
        long end = isNone || unit == null ? Long.MAX_VALUE : unit.periodEnd(period);
        return fields(name, isNone ? null : period, end == Long.MAX_VALUE ? Long.MIN_VALUE : end);
    }

    private static Map<String, @Nullable Object> fields(String name, @Nullable Long number, long millis) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(name, number);
        fields.put(name + TIME, text(millis == Long.MIN_VALUE ? null : Instant.ofEpochMilli(millis)));
        return fields;
    }
}
