package dev.weir.accountant.continual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads rows of the golden files of continual release. {@code golden/continual/README.md} names their source. */
public final class ContinualGolden {

    /** Matches a comma outside of quotes. */
    private static final String SEPARATOR = ",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)";

    private ContinualGolden() {}

    /** Returns the rows of one file. */
    public static Stream<Row> rows(String file) {
        InputStream stream = ContinualGolden.class.getResourceAsStream("/golden/continual/" + file + ".csv");
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(stream, file), StandardCharsets.UTF_8))) {
            List<String> header = List.of(reader.readLine().split(SEPARATOR, -1));
            return reader.lines().map(line -> row(header, line)).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rows of one file that are about one of these mechanisms. */
    public static Stream<Row> rows(String file, String... mechanisms) {
        List<String> wanted = List.of(mechanisms);
        return rows(file).filter(row -> wanted.contains(row.text("mechanism")));
    }

    private static Row row(List<String> header, String line) {
        String[] cells = line.split(SEPARATOR, -1);
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < cells.length; i++) {
            row.put(header.get(i), cells[i].replace("\"", ""));
        }
        return new Row(line, row);
    }

    /** One row, by column name. */
    public record Row(String line, Map<String, String> cells) {

        public String text(String column) {
            return cells.getOrDefault(column, "");
        }

        public long whole(String column) {
            return Long.parseLong(text(column));
        }

        public double number(String column) {
            return Double.parseDouble(text(column));
        }

        public double[] numbers(String column) {
            return Arrays.stream(text(column).split("\\|"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }

        /** Returns the number after {@code name=} or {@code name=2^} in the column of parameters. */
        public long parameter(String name) {
            String[] parts = text("params").split("[;,=^]");
            int at = Arrays.asList(parts).indexOf(name);
            return text("params").contains(name + "=2^")
                    ? 1L << Long.parseLong(parts[at + 2])
                    : Long.parseLong(parts[at + 1]);
        }

        /** Checks a value against a column with relative tolerance {@code relative}; passes if the column is empty. */
        public void check(String column, double actual, double relative) {
            if (!text(column).isEmpty()) {
                double expected = number(column);
                assertThat(actual).as("%s %s", column, this).isCloseTo(expected, within(relative * Math.abs(expected)));
            }
        }

        @Override
        public String toString() {
            return line.substring(0, Math.min(90, line.length()));
        }
    }
}
