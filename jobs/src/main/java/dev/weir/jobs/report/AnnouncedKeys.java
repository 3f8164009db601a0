package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Says in words how many keys were announced of those that nobody declared, and why none was. Nothing in it depends on other keys. */
final class AnnouncedKeys {

    private static final int MOST_LISTED = 500;

    private AnnouncedKeys() {}

    /**
     * Returns a paragraph of HTML for each query whose keys nobody declared.
     *
     * @param card the card
     * @param queries the result of {@link Series#of}
     */
    static String of(JsonNode card, JsonNode queries) {
        StringBuilder paragraphs = new StringBuilder();
        for (JsonNode query : queries) {
            JsonNode keys = keys(card, query.get("query").asText());
            if (keys.path("discovered").asBoolean()) {
                String words = words(query, keys);
                paragraphs
                        .append("<p class=\"announced\">")
                        .append(Markup.escaped(words))
                        .append("</p>\n")
                        .append(isOfKeysAlone(query) ? list(query.get("keys")) : "");
            }
        }
        return paragraphs.toString();
    }

    /**
     * Whether a query releases which keys there are, and no figures to draw.
     *
     * @param query an entry of the result of {@link Series#of}
     */
    static boolean isOfKeysAlone(JsonNode query) {
        return query.get("values").isEmpty();
    }

    /** The keys of a query without figures, each with the windows in which it was announced. */
    private static String list(JsonNode keys) {
        StringBuilder items = new StringBuilder("<ul class=\"keys\">\n");
        if (keys.size() > MOST_LISTED) {
            items.append("<li>the first ").append(MOST_LISTED).append(" of them; all are in released.csv</li>\n");
        }
        for (Map.Entry<String, JsonNode> key :
                keys.properties().stream().limit(MOST_LISTED).toList()) {
            JsonNode starts = key.getValue().get("starts");
            String times = starts.size() == 1 ? "once" : starts.size() + " times";
            String words = key.getKey() + ": " + times + ", first in the window from "
                    + starts.get(0).asText();
            items.append("<li>").append(Markup.escaped(words)).append("</li>\n");
        }
        return items.append("</ul>\n").toString();
    }

    private static JsonNode keys(JsonNode card, String query) {
        for (JsonNode asked : card.get("queries")) {
            if (asked.get("name").asText().equals(query)) {
                return asked.path("keys");
            }
        }
        return MissingNode.getInstance();
    }

    private static String words(JsonNode query, JsonNode keys) {
        String name = query.get("name").asText();
        int announced = query.get("keys").size();
        String found = announced == 0
                ? "no key was announced, so there is nothing to draw."
                : announced + (announced == 1 ? " key was" : " keys were")
                        + " announced. "
                        + (isOfKeysAlone(query)
                                ? "No figures of them are released."
                                : "A key has no figures before: it does not mean that they were 0.");
        return "Query " + name + ": " + found + " Keys are not declared. " + decision(keys) + "; one with "
                + keys.get("units50").asText() + " units that count 1 each appears with even odds, one with "
                + keys.get("units95").asText() + " with 95 %. Nothing is said about keys that do not appear.";
    }

    private static String decision(JsonNode keys) {
        return keys.path("drawn").asBoolean()
                ? "A draw by the number of its units decides whether a key appears"
                : "A key appears once its noisy number of " + keys.get("by").asText() + " reaches "
                        + thresholds(keys.get("threshold"));
    }

    private static String thresholds(JsonNode threshold) {
        List<Map.Entry<String, JsonNode>> steps = new ArrayList<>(threshold.properties());
        Map.Entry<String, JsonNode> first = steps.get(0);
        Map.Entry<String, JsonNode> last = steps.get(steps.size() - 1);
        return first.getKey().equals(last.getKey())
                ? "a threshold, " + first.getValue()
                : "a threshold: " + first.getValue() + " at step " + first.getKey() + ", " + last.getValue()
                        + " at step " + last.getKey();
    }
}
