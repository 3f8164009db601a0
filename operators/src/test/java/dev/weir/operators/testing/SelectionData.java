package dev.weir.operators.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Reference figures of selections, and the data that they were simulated on. */
public final class SelectionData {

    private SelectionData() {}

    /** One row of a file, by column. */
    public record Row(Map<String, String> cells) {

        public String text(String column) {
            return Objects.requireNonNull(cells.get(column), column);
        }

        public double number(String column) {
            return Double.parseDouble(text(column));
        }
    }

    /** Returns the rows of one file of {@code selection}. */
    public static Stream<Row> rows(String file) {
        return read("/selection/" + file);
    }

    /** Returns the rows of one file of the golden numbers of aggregates. */
    public static Stream<Row> golden(String file) {
        return read("/golden/aggregates/" + file);
    }

    private static Stream<Row> read(String file) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(SelectionData.class.getResourceAsStream(file), file), StandardCharsets.UTF_8))) {
            List<String> lines = reader.lines().toList();
            String[] header = lines.get(0).split(",", -1);
            return lines.stream().skip(1).map(line -> row(header, line.split(",", -1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(String[] header, String[] cells) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < header.length; i++) {
            row.put(header[i], cells[i]);
        }
        return new Row(row);
    }

    /** Returns the row of a file about the same data set as another row: with the same {@code data} and {@code n}. */
    public static Row sameData(String file, Row row) {
        return rows(file)
                .filter(each -> each.text("data").equals(row.text("data"))
                        && each.text("n").equals(row.text("n")))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the counts of the 1024 leaves on which a row was simulated. */
    public static long[] leaves(Row row) {
        return longs(sameData("leaf_counts.csv", row).text("counts_of_1024_leaves"));
    }

    /** Parses whole numbers that are separated by blanks. */
    public static long[] longs(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }
}
