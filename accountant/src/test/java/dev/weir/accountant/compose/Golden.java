package dev.weir.accountant.compose;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads rows of the golden files. A {@code README.md} in the same folder names their source. */
public final class Golden {

    private Golden() {}

    /** Returns the rows of one file of {@code golden/accounting}. */
    public static Stream<Row> rows(String file) {
        return read("/golden/accounting/" + file);
    }

    /** Returns the rows of one file of {@code golden/aggregates}. */
    public static Stream<Row> aggregates(String file) {
        return read("/golden/aggregates/" + file);
    }

    /** Returns the rows of a resource. */
    public static Stream<Row> read(String file) {
        InputStream stream = Golden.class.getResourceAsStream(file);
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(stream, file), StandardCharsets.UTF_8))) {
            List<String> header = cells(reader.readLine());
            return reader.lines().map(line -> new Row(zip(header, cells(line)))).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> zip(List<String> header, List<String> cells) {
        Map<String, String> row = new TreeMap<>();
        for (int i = 0; i < Math.min(header.size(), cells.size()); i++) {
            row.put(header.get(i), cells.get(i));
        }
        return row;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    /** One row, by column name. */
    public record Row(Map<String, String> cells) {

        /** Returns the cell's text; empty if the row has none. */
        public String text(String column) {
            return cells.getOrDefault(column, "");
        }

        /** Returns the cell as a number. */
        public double number(String column) {
            return Double.parseDouble(text(column));
        }

        /** Whether the cell is filled. */
        public boolean has(String column) {
            return !text(column).isEmpty();
        }

        @Override
        public String toString() {
            return cells.entrySet().stream()
                    .filter(e -> !e.getValue().isEmpty())
                    .limit(9)
                    .toList()
                    .toString();
        }
    }
}
