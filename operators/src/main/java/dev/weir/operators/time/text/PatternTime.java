package dev.weir.operators.time.text;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads times of a {@link TimePattern}. A date without a time of day is its midnight. For use by one thread. */
final class PatternTime implements TimeReader {

    private static final long DAY_MILLIS = 86_400_000;
    private static final List<ChronoField> PARTS_OF_A_TIME = List.of(
            ChronoField.HOUR_OF_AMPM,
            ChronoField.AMPM_OF_DAY,
            ChronoField.HOUR_OF_DAY,
            ChronoField.MINUTE_OF_HOUR,
            ChronoField.SECOND_OF_MINUTE);
    private static final long LAST_DAY = EventTime.LAST / DAY_MILLIS + 1;

    private final DateTimeFormatter formatter;
    private final @Nullable LocalTimes zone;
    private boolean ambiguous;

    /**
     * @param formatter reads texts
     * @param zone finds the instants of times without an offset; null if such a text is no time
     */
    PatternTime(DateTimeFormatter formatter, @Nullable LocalTimes zone) {
        this.formatter = formatter;
        this.zone = zone;
    }

    @Override
    public long read(byte[] bytes, int from, int to) {
        ambiguous = false;
        try {
            return millis(formatter.parse(new String(bytes, from, to - from, StandardCharsets.UTF_8)));
        } catch (DateTimeException e) {
            return NONE; // the exception quotes the record
        }
    }

    private long millis(TemporalAccessor parsed) {
        LocalDate date = parsed.query(TemporalQueries.localDate());
        LocalTime time = parsed.query(TemporalQueries.localTime());
        if (date == null || (time == null && PARTS_OF_A_TIME.stream().anyMatch(parsed::isSupported))) {
            return NONE; // a part of the pattern that may be left out, and is, leaves the rest without a meaning
        }
        if (Math.abs(date.toEpochDay()) > LAST_DAY) {
            return BEYOND;
        }
        long local = date.toEpochDay() * DAY_MILLIS + (time == null ? 0 : time.toNanoOfDay() / 1_000_000);
        if (parsed.isSupported(ChronoField.OFFSET_SECONDS)) {
            return EventTime.limited(local - 1000L * parsed.get(ChronoField.OFFSET_SECONDS));
        }
        return zone == null ? NONE : EventTime.limited(ofZone(local, zone));
    }

    private long ofZone(long local, LocalTimes own) {
        long instant = own.instant(local);
        ambiguous = own.isAmbiguous();
        return instant;
    }

    @Override
    public boolean isAmbiguous() {
        return ambiguous;
    }
}
