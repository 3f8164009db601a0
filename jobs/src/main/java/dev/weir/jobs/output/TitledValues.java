package dev.weir.jobs.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values that can be printed for scripts and for people. They consist of fields, which {@link JsonText} prints, and of
 * lines, which {@link #text()} prints. The words of the lines are aligned in a column after their titles. Fields and
 * lines keep the order in which they were added. The value of a field may consist of titled values again; their lines
 * are printed where the field was added.
 */
public final class TitledValues {

    private final int indent;
    private final int width;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final List<Supplier<Stream<String>>> lines = new ArrayList<>();

    /** Creates empty values whose lines have no titles. */
    public TitledValues() {
        this(0, 0);
    }

    /**
     * Creates empty values.
     *
     * @param indent the number of blanks before a title, at least 0
     * @param width the number of characters for a title and the blanks after it, at least 0
     */
    public TitledValues(int indent, int width) {
        this.indent = indent;
        this.width = width;
    }

    /**
     * Returns empty values with the column widths of these values. They are meant to become part of the value of a
     * field.
     */
    public TitledValues part() {
        return new TitledValues(indent, width);
    }

    /**
     * Adds a field. If its value consists of titled values, adds their lines too.
     *
     * @param name the name of the field
     * @param value a text, a number, a boolean, null, titled values, a map from names to values, or a list of such
     *     values
     * @return these values
     */
    public TitledValues field(String name, @Nullable Object value) {
        fields.put(name, value);
        addLines(value);
        return this;
    }

    /**
     * Adds a field, unless its value is null.
     *
     * @param name the name of the field
     * @param value the value, as in {@link #field}; if null, no field is added
     * @return these values
     */
    public TitledValues known(String name, @Nullable Object value) {
        return value == null ? this : field(name, value);
    }

    /**
     * Adds several fields.
     *
     * @param more values by the names of their fields, in their order
     * @return these values
     */
    public TitledValues fields(Map<String, ? extends @Nullable Object> more) {
        more.forEach(this::field);
        return this;
    }

    /**
     * Adds the fields of other values, but not their lines.
     *
     * @param other the values whose fields are added
     * @return these values
     */
    public TitledValues fields(TitledValues other) {
        return fields(other.fields);
    }

    /** Returns the names and values of the fields, separated by commas. */
    public String words() {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + " " + field.getValue())
                .collect(Collectors.joining(", "));
    }

    private void addLines(@Nullable Object value) {
        if (value instanceof TitledValues part) {
            lines.add(part::lines);
        } else if (value instanceof List<?> parts) {
            parts.forEach(this::addLines);
        }
    }

    /**
     * Adds a line for people.
     *
     * @param title the title of the line; empty for the further lines under one title
     * @param format the format of the words, for {@link String#format}
     * @param values the arguments of the format
     * @return these values
     */
    public TitledValues line(String title, String format, Object... values) {
        String words = String.format(Locale.ROOT, format, values);
        String front = " ".repeat(indent) + title;
        return text(front + " ".repeat(Math.max(0, indent + width - front.length())) + words);
    }

    /**
     * Adds a line without a title.
     *
     * @param line the whole line, without a line end
     * @return these values
     */
    public TitledValues text(String line) {
        lines.add(() -> Stream.of(line));
        return this;
    }

    /**
     * Adds a field of sentences, each with a line of its own under one title.
     *
     * @param name the name of the field
     * @param title the title of the first line
     * @param sentences the sentences
     * @return these values
     */
    public TitledValues sentences(String name, String title, List<String> sentences) {
        field(name, sentences);
        for (int i = 0; i < sentences.size(); i++) {
            line(i == 0 ? title : "", "%s", sentences.get(i));
        }
        return this;
    }

    /** The values of the fields by their names, in their order. */
    Map<String, @Nullable Object> fields() {
        return fields;
    }

    private Stream<String> lines() {
        return lines.stream().flatMap(Supplier::get);
    }

    /** Returns all lines, each with a line end. */
    public String text() {
        return lines().map(line -> line + "\n").collect(Collectors.joining());
    }
}
