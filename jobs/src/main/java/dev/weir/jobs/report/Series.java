package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.weir.jobs.explain.Card;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Groups released rows into series: for each query of a card and each key, the windows and values in the order of the file.
 * Running totals and sliding windows also get bands that hold at all shown steps at once.
 */
final class Series {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Card card;

    Series(Card card) {
        this.card = card;
    }

    /**
     * Returns one object per query: {@code name}, {@code values} with their {@code error95}, and {@code keys}. Queries whose
     * noise belongs to a series also have {@code bands}, by value and step; those that follow a calendar, {@code zone} and {@code clocks}.
     */
    ArrayNode of(Path released) throws IOException {
        Map<String, Rows> byName = new LinkedHashMap<>();
        for (JsonNode query : JSON.readTree(card.json()).get("queries")) {
            addPlaces(query, byName);
        }
        addRows(released, byName);
        ArrayNode queries = JSON.createArrayNode();
        byName.forEach((name, rows) -> {
            // the windows of a query that releases several have an error each and no band: the card knows no query of
            // such a name
            card.series(name, rows.lastStep()).ifPresent(rows::addBands);
            queries.add(rows.node());
        });
        return queries;
    }

    /** Adds the rows of a query, or of each of its windows if it releases several. */
    private void addPlaces(JsonNode query, Map<String, Rows> byName) {
        String name = query.get("name").asText();
        JsonNode windows = query.at("/window/releases");
        if (windows.isMissingNode()) {
            byName.put(name, new Rows(query, card.plainWords()));
        }
        for (JsonNode window : windows) {
            String windowName = window.get("name").asText();
            byName.put(name + "/" + windowName, new Rows(query, card.plainWords(), window, windowName));
        }
    }

    private static String place(JsonNode row) {
        String name = row.get("query").asText();
        return row.has("release-name") ? name + "/" + row.get("release-name").asText() : name;
    }

    private static void addRows(Path released, Map<String, Rows> byName) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(released, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = JSON.readTree(line);
                Objects.requireNonNull(byName.get(place(row))).add(row);
            }
        }
    }
}
