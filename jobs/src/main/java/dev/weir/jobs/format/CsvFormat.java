package dev.weir.jobs.format;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.encoding.TaggedFields;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CSV by RFC 4180, one record on each line.
 *
 * @param columns the names of the columns, in order; empty as long as they are not known, because a recording's first line names them
 * @param delimiter the separator of the columns
 */
public record CsvFormat(List<String> columns, Delimiter delimiter) implements RecordFormat.Text {

    private static final Field<Delimiter> DELIMITER = Field.of(
            "delimiter",
            Literals.choice(
                            Stream.of(Delimiter.values())
                                    .flatMap(Delimiter::words)
                                    .toList(),
                            "comma | semicolon | tab | bar, or the sign in quotes")
                    .map(Delimiter::named),
            "of csv, instead of the comma: `semicolon`, `tab`, `bar`, or the sign in quotes. Quotes stay those of RFC 4180");

    private static final Field<List<String>> COLUMNS = Field.of(
                    "columns",
                    new ListType<>(Literals.TEXT, Map.of("uniqueItems", true), CsvFormat::requireDistinct),
                    "the columns of a csv topic, in order. A replayed file's first line names them")
            .neededIf("run, csv");

    /** The format among all formats. */
    public static final FormatKind KIND =
            new FormatKind("csv", "RFC 4180, one line a record", List.of(DELIMITER, COLUMNS), CsvFormat::read);

    public CsvFormat {
        columns = List.copyOf(columns);
    }

    /**
     * CSV whose columns are separated by commas.
     *
     * @param columns the names of the columns, in order; empty as long as they are not known, because a recording's first line names them
     */
    public CsvFormat(List<String> columns) {
        this(columns, Delimiter.COMMA);
    }

    private static RecordFormat read(Section source, Path file, boolean isRun) {
        if (isRun && !source.has(COLUMNS)) {
            source.problem(COLUMNS, "must be given for csv from Kafka");
        }
        return new CsvFormat(source.read(COLUMNS, List.of()), source.read(DELIMITER, Delimiter.COMMA));
    }

    private static void requireDistinct(List<String> columns) {
        if (columns.isEmpty() || new HashSet<>(columns).size() < columns.size()) {
            throw new IllegalArgumentException("must be at least one, and distinct, were " + columns);
        }
    }

    @Override
    public String word() {
        return KIND.word();
    }

    /** A later file could give the name of the field to another column. */
    @Override
    public Optional<String> place(String field) {
        int column = columns.indexOf(field);
        return column < 0 ? Optional.empty() : Optional.of("column " + (column + 1));
    }

    @Override
    public CsvFormat withColumns(List<String> names) {
        return new CsvFormat(names, delimiter);
    }

    @Override
    public Optional<Delimiter> header() {
        return Optional.of(delimiter);
    }

    @Override
    public void identify(TaggedFields fingerprint, Stream<String> fields) {
        if (!columns.isEmpty()) {
            fields.forEach(name -> fingerprint.put(5, columns.indexOf(name)));
        }
        if (delimiter != Delimiter.COMMA) {
            fingerprint.put(6, delimiter.name());
        }
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return new CsvSplitter(columns.stream().mapToInt(numbers::of).toArray(), delimiter.sign());
    }

    @Override
    public String write(Map<String, String> values) {
        return columns.stream()
                .map(column -> quoted(values.getOrDefault(column, ""), delimiter.sign()))
                .collect(Collectors.joining(String.valueOf(delimiter.sign())));
    }

    /**
     * A text as a field by RFC 4180: in quotes if a reader would take one of its signs for an end of the field.
     *
     * @param text the text
     * @param delimiter the sign between fields
     */
    public static String quoted(String text, char delimiter) {
        boolean isPlain =
                text.chars().noneMatch(sign -> sign == delimiter || sign == '"' || sign == '\n' || sign == '\r');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    @Override
    public String malformed() {
        return "no CSV lines in UTF-8 with as many columns as the first one: check source.format, encoding and"
                + " quotes, which must not hold line ends";
    }
}
