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
    /** The semicolon, which many programs write where a comma is the decimal separator. */
    SEMICOLON(';'),
    /** The tab of tab-separated values. */
    TAB('\t'),
    /** A vertical bar. */
    BAR('|');

    private final char sign;

    Delimiter(char sign) {
        this.sign = sign;
    }

    /** The two words for this delimiter in a pipeline file: its name, and the character itself. */
    Stream<String> words() {
        return Stream.of(Spelled.of(this), String.valueOf(sign));
    }

    /** Returns the delimiter that a word stands for. The word must be one of the {@link #words} of a delimiter. */
    static Delimiter named(String word) {
        return Stream.of(values())
                .filter(each -> each.words().anyMatch(word::equals))
                .findFirst()
                .orElseThrow();
    }

    /** The character, which is ASCII. */
    public char sign() {
        return sign;
    }

    /**
     * Reads the names of the columns from the first line of a recording, by the rules for records.
     *
     * @param line the line, with or without its end
     * @return the names in order, at least one name, where a name may be the empty text; no value if the bytes are not one line
     *     of CSV in UTF-8
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

    /** An upper bound on the number of columns: one more than the number of delimiters, of which some may be inside quotes. */
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
