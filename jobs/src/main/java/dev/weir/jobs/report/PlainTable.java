package dev.weir.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Released rows as a table of HTML, for readers without scripts. Every text in it is escaped. */
final class PlainTable {

    private static final int MOST_ROWS = 500;

    private final StringBuilder rows = new StringBuilder();
    private int left = MOST_ROWS;

    private PlainTable() {}

    /**
     * Returns the table, or the beginning of it and where the rest is.
     *
     * @param queries the result of {@link Series#of}
     */
    static String of(JsonNode queries) {
        PlainTable table = new PlainTable();
        for (JsonNode query : queries) {
            query.get("keys").properties().forEach(series -> table.addAll(query, series));
        }
        String more = table.left > 0 ? "" : "<p>These are the first rows; all of them are in released.csv.</p>";
        return "<p>Charts need scripts. Without them, what was released:</p><table><tr>"
                + cells("th", Stream.of("query", "key", "from", "to", "value", "released with noise"))
                + "</tr>" + table.rows + "</table>" + more;
    }

    private void addAll(JsonNode query, Map.Entry<String, JsonNode> series) {
        JsonNode starts = series.getValue().get("starts");
        for (int i = 0; i < starts.size() && left > 0; i++) {
            for (Map.Entry<String, JsonNode> value :
                    series.getValue().path("values").properties()) {
                List<String> texts = List.of(
                        query.get("name").asText(),
                        series.getKey(),
                        starts.get(i).asText(),
                        series.getValue().get("ends").get(i).asText(),
                        value.getKey(),
                        released(series.getValue(), value, i));
                rows.append("<tr>").append(cells("td", texts.stream())).append("</tr>");
                left--;
            }
        }
    }

    /** A number, or all fields of a value that is no single number. */
    private static String released(JsonNode series, Map.Entry<String, JsonNode> value, int at) {
        JsonNode fields = series.path("fields").path(value.getKey());
        return (fields.has(at) ? fields : value.getValue()).get(at).toString();
    }

    private static String cells(String tag, Stream<String> texts) {
        return texts.map(text -> "<" + tag + ">" + Markup.escaped(text) + "</" + tag + ">")
                .collect(Collectors.joining());
    }
}
