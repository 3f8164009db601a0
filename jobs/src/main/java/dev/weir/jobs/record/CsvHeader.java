package dev.weir.jobs.record;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads the first line of a CSV file, which names its columns. The line must follow the same rules as a record. */
public final class CsvHeader {

    private CsvHeader() {}

    /**
     * Returns the names of the columns of a line that separates them by commas.
     *
     * @param line UTF-8, with or without its line end
     * @return the names in order, at least one, possibly empty texts; no value if the bytes are not one line of CSV in UTF-8
     */
    public static Optional<List<String>> columns(byte[] line) {
        return columns(line, ',');
    }

    /**
     * Returns the names of the columns of a line with another delimiter.
     *
     * @param line UTF-8, with or without its line end
     * @param delimiter an ASCII character, neither a quote nor a line end
     */
    public static Optional<List<String>> columns(byte[] line, char delimiter) {
        if (!Utf8.isValid(line)) {
            return Optional.empty();
        }
        int most = mostColumns(line, delimiter);
        Fields fields = new Fields(most);
        int count = CsvSplitter.ofAllColumns(most, delimiter).columnsOf(line, fields);
        return count < 0 ? Optional.empty() : Optional.of(texts(fields, count));
    }

    /**
     * Returns an upper bound of the number of columns: one more than the number of delimiters, some of which may be inside
     * quotes.
     */
    private static int mostColumns(byte[] line, char delimiter) {
        int most = 1;
        for (byte b : line) {
            most += b == delimiter ? 1 : 0;
        }
        return most;
    }

    private static List<String> texts(Fields fields, int count) {
        return IntStream.range(0, count)
                .mapToObj(column -> text(fields, column))
                .toList();
    }

    private static String text(Fields fields, int column) {
        return fields.isText(column)
                ? new String(fields.bytes(column), fields.from(column), fields.size(column), StandardCharsets.UTF_8)
                : "";
    }
}
