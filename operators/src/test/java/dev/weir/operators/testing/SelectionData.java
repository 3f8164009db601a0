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
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/** Reference figures of selections, the data on which they were simulated, and a test that compares draws with probabilities. */
public final class SelectionData {

    /** Candidates with a smaller expected count are counted together. */
    private static final double LEAST_EXPECTED = 20;

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

    /** Returns the p-value of Pearson's chi-square of draws of candidates. */
    public static double pValue(double[] probabilities, int size, IntSupplier draw) {
        long[] seen = new long[probabilities.length];
        for (int i = 0; i < size; i++) {
            seen[draw.getAsInt()]++;
        }
        double statistic = 0;
        double rareExpected = 0;
        long rareSeen = 0;
        int cells = 0;
        for (int i = 0; i < seen.length; i++) {
            double expected = size * probabilities[i];
            if (expected < LEAST_EXPECTED) {
                rareExpected += expected;
                rareSeen += seen[i];
            } else {
                statistic += (seen[i] - expected) * (seen[i] - expected) / expected;
                cells++;
            }
        }
        if (rareExpected >= LEAST_EXPECTED) {
            statistic += (rareSeen - rareExpected) * (rareSeen - rareExpected) / rareExpected;
            cells++;
        }
        return cells < 2 ? 1 : 1 - new ChiSquaredDistribution(cells - 1.0).cumulativeProbability(statistic);
    }
}
