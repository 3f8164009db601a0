package dev.weir.jobs.replay;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.released.row.SpreadsheetText;
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
 *
 * <p>Columns that are not in every table: {@code release_name} if a query releases several windows, and as the last one {@code partial} if a
 * row has this mark.
 */
final class ReleasedTable {

    private static final String PLACE = "query,key,window_start,window_end";

    /** A further column if a query releases several windows: the name of the row's window. */
    private static final String WINDOW_NAME = ",release_name";

    private static final String NUMBERS = ",value,number,stddev";

    /** A further column if any row is marked: {@code true} where the records cover only a part of the window. */
    private static final String PARTIAL = ",partial";

    private static final MathContext DIGITS = new MathContext(3, RoundingMode.UP);
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final Writer out;

    private final boolean hasNames;
    private final boolean hasMarks;

    /** How the lines of a row begin, and how they end behind the deviation. */
    private record Ends(String place, String mark) {}

    private ReleasedTable(Writer out, boolean hasNames, boolean hasMarks) {
        this.out = out;
        this.hasNames = hasNames;
        this.hasMarks = hasMarks;
    }

    /**
     * Writes the table of a file of rows.
     *
     * @param rows lines in the form of {@code released.jsonl}
     * @param table the table, which is replaced
     * @throws IOException if reading or writing fails
     */
    static void write(Path rows, Path table) throws IOException {
        boolean hasNames = isIn(rows, ",\"release-name\":");
        boolean hasMarks = isIn(rows, ",\"partial\":true");
        try (Stream<String> lines = Files.lines(rows);
                Writer out = Files.newBufferedWriter(table)) {
            ReleasedTable written = new ReleasedTable(out, hasNames, hasMarks);
            out.write(PLACE + (hasNames ? WINDOW_NAME : "") + NUMBERS + (hasMarks ? PARTIAL : "") + "\n");
            for (String line : (Iterable<String>) lines::iterator) {
                written.add(JSON.readTree(line));
            }
        }
    }

    /** Whether any row has a field. One that a key has by the same name makes an empty column, and does no harm. */
    private static boolean isIn(Path rows, String field) throws IOException {
        try (Stream<String> lines = Files.lines(rows)) {
            return lines.anyMatch(line -> line.contains(field));
        }
    }

    private void add(JsonNode row) throws IOException {
        String name = hasNames ? "," + quoted(row.path("release-name").asText()) : "";
        String place = String.join(
                ",",
                quoted(row.path("query").asText()),
                quoted(key(row.path("key"))),
                row.at("/window/start").asText(),
                row.at("/window/end").asText() + name);
        String mark = hasMarks ? "," + (row.path("partial").asBoolean() ? "true" : "") : "";
        for (Map.Entry<String, JsonNode> value : row.path("values").properties()) {
            add(new Ends(place, mark), value.getKey(), value.getValue(), "");
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
    private void add(Ends ends, String name, JsonNode node, String deviation) throws IOException {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                String inner = field.getKey();
                if (!inner.equals("stddev")) {
                    boolean isNoisy = inner.equals("value") || inner.equals("counts");
                    add(
                            ends,
                            inner.equals("value") ? name : name + "." + inner,
                            field.getValue(),
                            isNoisy ? deviation(node) : "");
                }
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                add(ends, name + "." + i, node.get(i), deviation);
            }
        } else if (!node.isNull()) {
            String text = node.isNumber() ? node.decimalValue().toPlainString() : quoted(node.asText());
            out.write(String.join(",", ends.place(), quoted(name), text, deviation) + ends.mark() + "\n");
        }
    }

    private static String deviation(JsonNode value) {
        JsonNode stddev = value.path("stddev");
        return stddev.isNumber() ? stddev.decimalValue().round(DIGITS).toPlainString() : "";
    }

    /** A text in quotes, of which a program for tables makes no formula. */
    private static String quoted(String text) {
        String safe = SpreadsheetText.safe(text);
        return '"' + safe.replace("\"", "\"\"") + '"';
    }
}
