package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * What clocks of a zone show while a query's windows last: from when on they are how far ahead of UTC. Zone and windows are public.
 */
final class Clocks {

    private static final long MILLIS = 1000;

    private Clocks() {}

    /**
     * Returns the zone of the calendar that windows follow, or running totals where they are reset.
     *
     * @param window the terms of the window in the card
     * @return null if the window follows no calendar
     */
    static @Nullable ZoneId zone(JsonNode window) {
        JsonNode own = window.path("zone");
        JsonNode zone = own.isTextual() ? own : window.at("/running/reset/zone");
        return zone.isTextual() ? ZoneId.of(zone.asText()) : null;
    }

    /**
     * Returns the rules that clocks follow, in order: each has {@code from} and {@code ahead}, both in milliseconds.
     *
     * @param zone the zone
     * @param keys the series of a query, at least one
     */
    static ArrayNode of(ZoneId zone, JsonNode keys) {
        Instant first = Instant.MAX;
        Instant last = Instant.MIN;
        for (JsonNode series : keys) {
            JsonNode ends = series.get("ends");
            Instant start = Instant.parse(series.at("/starts/0").asText());
            Instant end = Instant.parse(ends.get(ends.size() - 1).asText());
            first = start.isBefore(first) ? start : first;
            last = end.isAfter(last) ? end : last;
        }
        return between(zone.getRules(), first, last);
    }

    private static ArrayNode between(ZoneRules rules, Instant first, Instant last) {
        ArrayNode clocks = new ObjectMapper().createArrayNode();
        add(clocks, first, rules);
        ZoneOffsetTransition next = rules.nextTransition(first);
        while (next != null && next.getInstant().isBefore(last)) {
            add(clocks, next.getInstant(), rules);
            next = rules.nextTransition(next.getInstant());
        }
        return clocks;
    }

    private static void add(ArrayNode clocks, Instant from, ZoneRules rules) {
        clocks.addObject()
                .put("from", from.toEpochMilli())
                .put("ahead", MILLIS * rules.getOffset(from).getTotalSeconds());
    }
}
