package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.jobs.explain.PlainWords;
import dev.weir.jobs.explain.SeriesAccuracies;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.KeyName;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the released rows of one query as JSON. Rows must be added in the order of their windows' ends. */
final class Rows {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode query = JSON.createObjectNode();
    private final ObjectNode keys = JSON.createObjectNode();

    private final boolean hasLevels;

    /** The zone of the calendar that windows or resets follow; null for UTC. */
    private final @Nullable ZoneId zone;

    /**
     * The step of each window end: the step that the rows with this end state, or else the number of the end in the file, from
     * 1.
     */
    private final Map<String, Long> steps = new TreeMap<>();

    /**
     * @param card the entry of the query in the card
     * @param words the guarantee in plain words
     */
    Rows(JsonNode card, PlainWords words) {
        this(card, words, card.get("window"), "");
    }

    /**
     * @param card the entry of the query in the card
     * @param words the guarantee in plain words
     * @param window the terms of the window
     * @param windowName the name of the window, if the query releases several; else empty
     */
    Rows(JsonNode card, PlainWords words, JsonNode window, String windowName) {
        String name = card.get("name").asText();
        hasLevels = card.at("/keys/levels").isArray();
        query.put("name", windowName.isEmpty() ? name : name + ", " + windowName);
        query.put("query", name);
        query.put("about", words.about(name));
        query.put("leftOut", words.leftOut(name));
        query.set("values", windowName.isEmpty() ? shown(card.get("values")) : values(card.get("values"), windowName));
        query.set("window", window);
        zone = Clocks.zone(window);
        query.set("keys", keys);
    }

    /** The values that rows state. */
    private static JsonNode shown(JsonNode all) {
        ArrayNode values = JSON.createArrayNode();
        for (JsonNode value : all) {
            if (!value.path("name").asText().equals(DistinctUnits.HIDDEN)) {
                values.add(value);
            }
        }
        return values;
    }

    /** The values with the errors of a window in the places of those of the query. */
    private static JsonNode values(JsonNode all, String windowName) {
        ArrayNode values = JSON.createArrayNode();
        for (JsonNode value : all) {
            ObjectNode ofWindow = value.deepCopy();
            for (JsonNode window : value.path("windows")) {
                if (window.path("name").asText().equals(windowName)) {
                    ofWindow.set("stddev", window.get("stddev"));
                    ofWindow.set("error95", window.get("error95"));
                }
            }
            ofWindow.remove("windows");
            values.add(ofWindow);
        }
        return values;
    }

    void add(JsonNode row) {
        String end = row.at("/window/end").asText();
        long step = steps.computeIfAbsent(end, first -> row.path("step").asLong(steps.size() + 1L));
        ObjectNode series = keys.withObjectProperty(key(row.get("key")));
        if (row.get("key").isObject()) {
            series.set("attributes", row.get("key"));
        }
        if (row.path("partial").asBoolean()) {
            series.withArrayProperty("partial").add(series.path("starts").size());
        }
        series.withArrayProperty("starts").add(row.at("/window/start").asText());
        series.withArrayProperty("ends").add(end);
        series.withArrayProperty("steps").add(step);
        for (Map.Entry<String, JsonNode> value : row.get("values").properties()) {
            series.withObjectProperty("values")
                    .withArrayProperty(value.getKey())
                    .add(number(value.getValue()));
            addMore(series, step, value);
        }
    }

    /** The name of a series: the key's text, or its attributes with their values. */
    private static String key(JsonNode key) {
        if (!key.isObject()) {
            return key.asText();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        key.properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
        return KeyName.words(fields);
    }

    private static JsonNode number(JsonNode fields) {
        JsonNode number = fields.path("value");
        return number.isNumber() ? number : JSON.nullNode();
    }

    /**
     * Adds the facts that a value has besides its number. The standard deviation of noise depends only on configuration and
     * step, so it is the same for all keys and is kept once per step. If a value has any further facts, or keys have levels with
     * deviations of their own, all facts are kept in the series of its key.
     */
    private void addMore(ObjectNode series, long step, Map.Entry<String, JsonNode> value) {
        JsonNode fields = value.getValue();
        if (hasLevels || fields.size() > 2 || !fields.path("value").isNumber() || !fields.has("stddev")) {
            series.withObjectProperty("fields")
                    .withArrayProperty(value.getKey())
                    .add(fields);
        } else {
            query.withObjectProperty("stddevs")
                    .withObjectProperty(value.getKey())
                    .set(Long.toString(step), fields.get("stddev"));
        }
    }

    /** The last step that is shown, at least 1. */
    long lastStep() {
        return steps.values().stream().mapToLong(Long::longValue).max().orElse(1);
    }

    /**
     * Adds bands for values that are single numbers: half-widths that hold at all steps at once. A value of several numbers
     * states its error at each step itself. A monotone value is the largest total so far, so its half-width is at most the
     * largest half-width so far.
     */
    void addBands(SeriesAccuracies accuracies) {
        ObjectNode bands = query.withObjectProperty("bands");
        List<String> names = accuracies.names();
        for (int value = 0; value < names.size(); value++) {
            if (accuracies.isNumber(value)) {
                addBand(accuracies, value, bands.withObjectProperty(names.get(value)));
            }
        }
    }

    private void addBand(SeriesAccuracies accuracies, int value, ObjectNode band) {
        double widest = 0;
        for (long step : new TreeSet<>(steps.values())) {
            double halfWidth = accuracies.halfWidth(value, step);
            widest = accuracies.isMonotone(value) ? Math.max(widest, halfWidth) : halfWidth;
            band.put(Long.toString(step), rounded(widest));
        }
    }

    /** Rounds to two decimals, which is enough for a picture. */
    private static double rounded(double halfWidth) {
        return Math.round(halfWidth * 100) / 100.0;
    }

    ObjectNode node() {
        if (zone != null && !keys.isEmpty()) {
            query.put("zone", zone.getId());
            query.set("clocks", Clocks.of(zone, keys));
        }
        return query;
    }
}
