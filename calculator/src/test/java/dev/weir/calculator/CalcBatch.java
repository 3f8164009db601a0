package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Golden rows that are asked through {@code weir calc CALCULATION --batch}. */
final class CalcBatch {

    private final List<String> header;
    private final List<List<String>> rows;

    private CalcBatch(List<String> header, List<List<String>> rows) {
        this.header = header;
        this.rows = rows;
    }

    /** Returns all rows of {@code golden/accounting/NAME.csv}. */
    static CalcBatch golden(String name) {
        return read("accounting/" + name);
    }

    /** Returns all rows of {@code golden/continual/NAME.csv}. */
    static CalcBatch continual(String name) {
        return read("continual/" + name);
    }

    /** Returns all rows of {@code golden/aggregates/NAME.csv}. */
    static CalcBatch aggregates(String name) {
        return read("aggregates/" + name);
    }

    /** Returns all rows of {@code golden/learning/NAME.csv}. */
    static CalcBatch learning(String name) {
        return read("learning/" + name);
    }

    /** Returns all rows of {@code golden/levels/NAME.csv}. */
    static CalcBatch levels(String name) {
        return read("levels/" + name);
    }

    /** Returns all rows of {@code golden/keys/NAME.csv}. */
    static CalcBatch keys(String name) {
        return read("keys/" + name);
    }

    private static CalcBatch read(String name) {
        try {
            Path file = Path.of(
                    CalcBatch.class.getResource("/golden/" + name + ".csv").toURI());
            return read(CsvReader.builder().ofCsvRecord(file));
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(name, e);
        }
    }

    private static CalcBatch read(CsvReader<CsvRecord> csv) {
        List<List<String>> lines =
                csv.stream().map(record -> List.copyOf(record.getFields())).toList();
        return new CalcBatch(lines.get(0), lines.subList(1, lines.size()));
    }

    /** Returns the rows whose value in a column matches. */
    CalcBatch where(String column, Predicate<String> value) {
        int index = header.indexOf(column);
        return new CalcBatch(
                header, rows.stream().filter(row -> value.test(row.get(index))).toList());
    }

    CalcBatch ofKind(String kind) {
        return where("kind", kind::equals);
    }

    /** Returns this batch with columns renamed. The names alternate: from, to, from, to, ... */
    CalcBatch renamed(String... names) {
        List<String> renamed = new ArrayList<>(header);
        for (int i = 0; i < names.length; i += 2) {
            renamed.set(renamed.indexOf(names[i]), names[i + 1]);
        }
        return new CalcBatch(renamed, rows);
    }

    /** Returns this batch with one more column, computed from another one. */
    CalcBatch adding(String column, UnaryOperator<String> value, String from) {
        int index = header.indexOf(from);
        return new CalcBatch(
                append(header, column),
                rows.stream()
                        .map(row -> append(row, value.apply(row.get(index))))
                        .toList());
    }

    private static List<String> append(List<String> cells, String cell) {
        List<String> longer = new ArrayList<>(cells);
        longer.add(cell);
        return longer;
    }

    /** Returns the rows with the answers of {@code weir calc ARGUMENTS --batch}. */
    List<Row> ask(String... arguments) {
        try {
            Path file = Files.createTempFile("weir-calc", ".csv");
            write(file);
            CalcBatch answered = read(CsvReader.builder().ofCsvRecord(run(arguments, file)));
            Files.delete(file);
            assertThat(answered.header.subList(0, header.size())).isEqualTo(header);
            assertThat(answered.rows).hasSameSizeAs(rows).isNotEmpty();
            return answered.rows.stream()
                    .map(cells -> row(answered.header, cells))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(Path file) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().build(file)) {
            csv.writeRecord(header);
            rows.forEach(csv::writeRecord);
        }
    }

    private static String run(String[] arguments, Path file) {
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(List.of("--batch", file.toString()));
        Asked asked = Asked.of(words.toArray(String[]::new));
        assertThat(asked.code()).as(asked.err()).isZero();
        return asked.out();
    }

    private Row row(List<String> columns, List<String> cells) {
        return new Row(
                zip(header, cells.subList(0, header.size())),
                zip(columns.subList(header.size(), columns.size()), cells.subList(header.size(), cells.size())));
    }

    private static Map<String, String> zip(List<String> names, List<String> cells) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            map.put(names.get(i), cells.get(i));
        }
        return map;
    }

    /**
     * A row and its answer.
     *
     * @param golden the columns of the golden row
     * @param answer the columns that the command has appended
     */
    record Row(Map<String, String> golden, Map<String, String> answer) {

        boolean has(String column) {
            return !golden.getOrDefault(column, "").isEmpty();
        }

        double expected(String column) {
            return Double.parseDouble(golden.getOrDefault(column, ""));
        }

        double answered(String column) {
            assertThat(answer.get("error")).as("%s", this).isEmpty();
            return Double.parseDouble(answer.getOrDefault(column, ""));
        }

        /** Checks the result of a formula with relative tolerance 1e-9. */
        void checkFormula(String column, String expected) {
            check(column, expected, 1e-9);
        }

        /** Checks a result with a relative tolerance. */
        void check(String column, String expected, double relative) {
            assertThat(answered(column))
                    .as("%s of %s", column, this)
                    .isCloseTo(expected(expected), within(relative * Math.abs(expected(expected))));
        }

        /**
         * Checks a tight upper bound: it may be below the expected value by at most 1e-9, and above it by at most
         * {@code above}, both relative.
         */
        void checkBound(String column, String expected, double above) {
            assertThat(answered(column))
                    .as("%s of %s", column, this)
                    .isBetween(expected(expected) * (1 - 1e-9), expected(expected) * (1 + above));
        }

        @Override
        public String toString() {
            return golden.values().stream().limit(6).toList() + " -> " + answer;
        }
    }
}
