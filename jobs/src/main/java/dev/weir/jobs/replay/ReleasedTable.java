package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.operators.keys.KeyName;
import java.io.IOException;
import java.io.Writer;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tidy table of released rows: one line of CSV for every number or text of a value, in the order of the rows.
 *
 * <p>A standard deviation has three digits, rounded up so that it is never stated too small: it is a scale, of which nobody can tell a fourth
 * digit from released values. Numbers have all digits of the row, so that they add up as the rows do.
 */
final class ReleasedTable {

    private static final String HEADER = "query,key,window_start,window_end,value,number,stddev";
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.UP);
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Writer out;

    private ReleasedTable(Writer out) {
        this.out = out;
    }

    /**
     * Writes the table of a file of rows.
     *
     * @param rows lines in the form of {@code released.jsonl}
     * @param table the table, which is replaced
     * @throws IOException if reading or writing fails
     */
    static void write(Path rows, Path table) throws IOException {
        try (Stream<String> lines = Files.lines(rows);
                Writer out = Files.newBufferedWriter(table)) {
            ReleasedTable written = new ReleasedTable(out);
            out.write(HEADER + "\n");
            for (String line : (Iterable<String>) lines::iterator) {
                written.add(JSON.readTree(line));
            }
        }
    }

    private void add(JsonNode row) throws IOException {
        String place = String.join(
                ",",
                quoted(row.path("query").asText()),
                quoted(key(row.path("key"))),
                row.at("/window/start").asText(),
                row.at("/window/end").asText());
        for (Map.Entry<String, JsonNode> value : row.path("values").properties()) {
            add(place, value.getKey(), value.getValue(), "");
        }
    }

    /** The key's text, or its attributes with their values, as the report names it. */
    private static String key(JsonNode key) {
        if (!key.isObject()) {
            return key.asText();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        key.properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
        return KeyName.words(fields);
    }

    /**
     * Adds the numbers and texts within a value. The field {@code value} of a value, and its {@code counts}, are what its {@code stddev} is
     * of; other fields have none.
     */
    private void add(String place, String name, JsonNode node, String deviation) throws IOException {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String inner = field.getKey();
                if (!inner.equals("stddev")) {
                    boolean isNoisy = inner.equals("value") || inner.equals("counts");
                    add(
                            place,
                            inner.equals("value") ? name : name + "." + inner,
                            field.getValue(),
                            isNoisy ? deviation(node) : "");
                }
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                add(place, name + "." + i, node.get(i), deviation);
            }
        } else if (!node.isNull()) {
            String text = node.isNumber() ? node.decimalValue().toPlainString() : quoted(node.asText());
            out.write(String.join(",", place, quoted(name), text, deviation) + "\n");
        }
    }

    private static String deviation(JsonNode value) {
        JsonNode stddev = value.path("stddev");
        return stddev.isNumber() ? stddev.decimalValue().round(DIGITS).toPlainString() : "";
    }

    /** A text in quotes, of which a program for tables makes no formula. */
    private static String quoted(String text) {
        String safe = text.matches("(?s)[=+\\-@\t\r].*") ? "'" + text : text;
        return '"' + safe.replace("\"", "\"\"") + '"';
    }
}
