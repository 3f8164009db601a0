package dev.weir.accountant.privacy;

import dev.weir.accountant.calendar.CalendarPeriod;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is one privacy unit: a user, for ever or in one of the periods of a kind, or a record. */
public enum UnitKind {
    /** One user over the whole life of a domain. */
    USER(1, Long.MAX_VALUE, null),
    /** One user in the day that contains the record's event time. */
    USER_PER_DAY(2, 86_400_000L, CalendarPeriod.DAY),
    /** One user in the UTC hour that contains the record's event time. */
    USER_PER_HOUR(3, 3_600_000L, null),
    /** One user in the week, from Monday to Sunday, that contains the record's event time. */
    USER_PER_WEEK(5, 7 * 86_400_000L, CalendarPeriod.WEEK),
    /** One user in the month that contains the record's event time. */
    USER_PER_MONTH(6, 31 * 86_400_000L, CalendarPeriod.MONTH),
    /** One record. */
    EVENT(4, Long.MAX_VALUE, null);

    private final int code;
    private final long longest;
    private final @Nullable CalendarPeriod dates;

    UnitKind(int code, long longest, @Nullable CalendarPeriod dates) {
        this.code = code;
        this.longest = longest;
        this.dates = dates;
    }

    /** The number of the kind in encodings, which never changes. */
    public byte code() {
        return (byte) code;
    }

    /**
     * The kind with a number.
     *
     * @param code what {@link #code} has returned
     * @return the kind; empty if there is no such kind
     */
    public static Optional<UnitKind> of(byte code) {
        return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
    }

    /** The length of the longest period in UTC in milliseconds; {@link Long#MAX_VALUE} for kinds without periods. */
    long longestMillis() {
        return longest;
    }

    /** The dates that a period consists of; empty if a period is an hour, or if there are none. */
    Optional<CalendarPeriod> dates() {
        return Optional.ofNullable(dates);
    }

    /** Whether a period is a day, a week or a month, and so may be one of any zone. */
    public boolean hasDates() {
        return dates != null;
    }

    /** The name of the kind in pipeline files. */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
