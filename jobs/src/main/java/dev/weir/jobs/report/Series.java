package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Released rows as series: for each query of a card and each key, windows and values in the order of the file. */
final class Series {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode card;

    Series(JsonNode card) {
        this.card = card;
    }

    /** One object a query: {@code name}, {@code values} with their {@code error95}, and {@code keys} with all that was released. */
    ArrayNode of(Path released) throws IOException {
        ObjectNode byName = JSON.createObjectNode();
        ArrayNode queries = JSON.createArrayNode();
        for (JsonNode query : card.get("queries")) {
            ObjectNode empty = withoutRows(query);
            queries.add(empty);
            byName.set(query.get("name").asText(), empty);
        }
        addRows(released, byName);
        return queries;
    }

    private static void addRows(Path released, ObjectNode byName) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(released, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = JSON.readTree(line);
                add(row, (ObjectNode) byName.get(row.get("query").asText()));
            }
        }
    }

    private static ObjectNode withoutRows(JsonNode query) {
        ObjectNode series = JSON.createObjectNode();
        series.set("name", query.get("name"));
        series.set("values", query.get("values"));
        series.set("keys", JSON.createObjectNode());
        return series;
    }

    private static void add(JsonNode row, ObjectNode query) {
        ObjectNode series = ((ObjectNode) query.get("keys"))
                .withObjectProperty(row.get("key").asText());
        series.withArrayProperty("starts").add(row.at("/window/start").asText());
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
}
