package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The period of days that released rows cover, in the zones of their queries.
 *
 * @param first the first day
 * @param last the last day
 */
record Days(LocalDate first, LocalDate last) {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d", Locale.ROOT);
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("d MMMM", Locale.ENGLISH);
    private static final DateTimeFormatter YEAR = DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH);

    /**
     * Returns the days that all series cover together.
     *
     * @param queries the result of {@link Series#of}
     * @return no value if nothing was released
     */
    static Optional<Days> of(JsonNode queries) {
        List<Days> days = new ArrayList<>();
        for (JsonNode query : queries) {
            for (JsonNode series : query.get("keys")) {
                days.add(of(
                        series, query.has("bands"), ZoneId.of(query.path("zone").asText("UTC"))));
            }
        }
        return days.stream().reduce(Days::and);
    }

    /**
     * Returns the days of one series. A sliding window starts before the first record, so a series of sliding windows or
     * running totals begins with its first step instead.
     */
    private static Days of(JsonNode series, boolean isOfSteps, ZoneId zone) {
        JsonNode ends = series.get("ends");
        LocalDate start = isOfSteps
                ? dayBefore(ends.get(0), zone)
                : day(instant(series.get("starts").get(0)), zone);
        return new Days(start, dayBefore(ends.get(ends.size() - 1), zone));
    }

    private static Instant instant(JsonNode time) {
        return Instant.parse(time.asText());
    }

    /** Returns the day that contains the last millisecond before a time. */
    private static LocalDate dayBefore(@Nullable JsonNode end, ZoneId zone) {
        return day(instant(Objects.requireNonNull(end)).minusMillis(1), zone);
    }

    private static LocalDate day(Instant time, ZoneId zone) {
        return time.atZone(zone).toLocalDate();
    }

    private Days and(Days other) {
        return new Days(
                first.isBefore(other.first) ? first : other.first, last.isAfter(other.last) ? last : other.last);
    }

    /** Returns the days in words, for instance {@code 2 to 8 March 2026}. */
    String words() {
        if (first.equals(last)) {
            return YEAR.format(last);
        }
        boolean sameYear = first.getYear() == last.getYear();
        boolean sameMonth = sameYear && first.getMonth() == last.getMonth();
        DateTimeFormatter from = sameMonth ? DAY : sameYear ? MONTH : YEAR;
        return from.format(first) + " to " + YEAR.format(last);
    }
}
