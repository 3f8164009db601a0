package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Says which windows follow the calendar of a zone.
 *
 * @param text the text of the script
 * @param options the options of the release, of which {@code zone} and {@code week-start} matter here
 * @param session the zone of the session
 */
record ZonedWindow(ScriptText text, Map<String, Statement.Option> options, String session) {

    private static final long DAY = 86_400_000;

    private Statement.@Nullable Option zone() {
        return options.get("zone");
    }

    /** The calendar of a window that is a day, week or month of a zone; empty if it is one of a fixed length. */
    Optional<Item> calendar(SqlNode function, Expressions.Span size) {
        Statement.Option own = zone();
        String zone = own == null ? session : own.value();
        boolean isDay = size.millis() == DAY && size.period().isEmpty() && (own != null || !zone.equals("UTC"));
        Statement.Option weekStart = options.get("week-start");
        if (weekStart != null && !size.period().equals("week")) {
            throw text.refusal(weekStart.node(), "OPTIONS 'week-start'", "is for INTERVAL '1' WEEK");
        }
        if (size.period().isEmpty() && !isDay) {
            requireUtc(function, size);
            return Optional.empty();
        }
        if (size.period().equals("week") && weekStart == null) {
            throw text.refusal(
                    function,
                    "INTERVAL '1' WEEK",
                    "must say when weeks begin: OPTIONS('week-start' = 'monday'); or be INTERVAL '7' DAY, from Thursday on");
        }
        Origin origin = text.origin(function);
        Item calendar = Item.map(origin);
        set(calendar, "calendar", size.period().isEmpty() ? "day" : size.period(), origin);
        set(calendar, "zone", zone, own == null ? origin : text.origin(own.node()));
        if (weekStart != null) {
            set(calendar, "week-start", weekStart.value(), text.origin(weekStart.node()));
        }
        return Optional.of(calendar);
    }

    private static void set(Item calendar, String field, String value, Origin origin) {
        calendar.fields().put(field, Item.scalar(origin, value, false));
    }

    /** Refuses a window that is no calendar's, but is asked for in a zone. */
    void requireUtc(SqlNode function, Expressions.Span size) {
        Statement.Option own = zone();
        boolean isUtc = own == null ? session.equals("UTC") : own.value().equals("UTC");
        if (!isUtc || !size.period().isEmpty()) {
            String name = Expressions.function(function);
            throw text.refusal(
                    function,
                    name.isEmpty() ? "FROM " + text.words(function) : name,
                    "must be a day, week or month in a zone: others are in UTC, OPTIONS('zone' = 'UTC')");
        }
    }
}
