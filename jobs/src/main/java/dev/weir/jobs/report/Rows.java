package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.jobs.explain.SeriesAccuracies;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The released rows of one query. Rows come in the order of their windows' ends. */
final class Rows {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectNode query = JSON.createObjectNode();
    private final ObjectNode keys = JSON.createObjectNode();

    /** The ends of windows, and the step at each: as rows say, or counted from the first end of the file. */
    private final Map<String, Long> steps = new TreeMap<>();

    /** @param card what the card says of the query */
    Rows(JsonNode card) {
        query.set("name", card.get("name"));
        query.set("values", card.get("values"));
        query.set("keys", keys);
    }

    void add(JsonNode row) {
        String end = row.at("/window/end").asText();
        long step = steps.computeIfAbsent(end, first -> row.path("step").asLong(steps.size() + 1L));
        ObjectNode series = keys.withObjectProperty(row.get("key").asText());
        series.withArrayProperty("starts").add(row.at("/window/start").asText());
        series.withArrayProperty("ends").add(end);
        series.withArrayProperty("steps").add(step);
        for (Map.Entry<String, JsonNode> value : row.get("values").properties()) {
            add(series, value.getKey(), value.getValue());
        }
    }

    /** The number of a value; of one that has more to say than a number and its deviation, all of it too. */
    private static void add(ObjectNode series, String name, JsonNode fields) {
        JsonNode number = fields.path("value");
        ArrayNode numbers = series.withObjectProperty("values").withArrayProperty(name);
        if (number.isNumber()) {
            numbers.add(number);
        } else {
            numbers.addNull();
        }
        if (fields.size() > 2 || !number.isNumber() || !fields.has("stddev")) {
            series.withObjectProperty("fields").withArrayProperty(name).add(fields);
        }
    }

    /** The last step that is shown, at least 1. */
    long lastStep() {
        return steps.values().stream().mapToLong(Long::longValue).max().orElse(1);
    }

    /**
     * Adds how far the values of each step may be off, all of them at once. The largest total so far is off by the widest of the half-widths
     * so far at most.
     */
    void addBands(SeriesAccuracies accuracies) {
        List<String> names = accuracies.names();
        for (int value = 0; value < names.size(); value++) {
            ObjectNode ours = query.withObjectProperty("bands").withObjectProperty(names.get(value));
            ObjectNode others = query.withObjectProperty("others").withObjectProperty(names.get(value));
            double widest = 0;
            for (long step : new TreeSet<>(steps.values())) {
                double halfWidth = accuracies.halfWidth(value, step);
                widest = accuracies.isMonotone(value) ? Math.max(widest, halfWidth) : halfWidth;
                ours.put(Long.toString(step), rounded(widest));
                others.put(Long.toString(step), rounded(accuracies.naiveHalfWidth(value, step)));
            }
        }
    }

    /** Enough digits for a picture. */
    private static double rounded(double halfWidth) {
        return Math.round(halfWidth * 100) / 100.0;
    }

    ObjectNode node() {
        return query;
    }
}
