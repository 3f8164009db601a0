package dev.weir.jobs.format;

import dev.weir.operators.encoding.Spelled;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The separator of the columns of a CSV record. */
public enum Delimiter {
    /** The comma of RFC 4180. */
    COMMA(','),
    /** The semicolon that programs write where the comma separates decimals. */
    SEMICOLON(';'),
    /** The tab of tab-separated values. */
    TAB('\t'),
    /** A vertical bar. */
    BAR('|');

    private final char sign;

    Delimiter(char sign) {
        this.sign = sign;
    }

    /** The name and the sign, either of which a pipeline file may have. */
    Stream<String> words() {
        return Stream.of(Spelled.of(this), String.valueOf(sign));
    }

    /** The delimiter of one of the {@link #words}. */
    static Delimiter named(String word) {
        return Stream.of(values())
                .filter(each -> each.words().anyMatch(word::equals))
                .findFirst()
                .orElseThrow();
    }

    /** The character, which is ASCII. */
    char sign() {
        return sign;
    }

    /**
     * The names of the columns in a line that names them. It is read like a record: a line that is not a record is not a header.
     *
     * @param line the line, with or without its end
     * @return the names in order, at least one, perhaps empty texts; empty if the bytes are not one line of CSV in
     * UTF-8
     */
    public Optional<List<String>> columns(byte[] line) {
        int most = mostColumns(line);
        Fields fields = new Fields(most);
        int count = Utf8.isValid(line) ? ofAllColumns(most).columnsOf(line, fields) : CsvSplitter.BROKEN;
        return count < 0 ? Optional.empty() : Optional.of(texts(fields, count));
    }

    /** A splitter of lines of any number of columns up to {@code most}: field i is column i. */
    private CsvSplitter ofAllColumns(int most) {
        return new CsvSplitter(IntStream.range(0, most).toArray(), sign);
    }

    /** One more than the number of delimiters, some of which may be inside quotes. */
    private int mostColumns(byte[] line) {
        int most = 1;
        for (byte b : line) {
            most += b == sign ? 1 : 0;
        }
        return most;
    }

    private static List<String> texts(Fields fields, int count) {
        return IntStream.range(0, count)
                .mapToObj(column -> fields.isText(column) ? fields.text(column) : "")
                .toList();
    }
}
