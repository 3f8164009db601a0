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
 * Values that are made once for scripts and for people: fields, and lines whose words stand below each other behind their titles. A field's
 * value may be made of titled values again, whose lines are shown where the field was added. {@link JsonText} prints the fields, {@link
 * #text} the lines, both in the order in which they were added.
 */
public final class TitledValues {

    private final int indent;
    private final int width;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final List<Supplier<Stream<String>>> lines = new ArrayList<>();

    /** No values yet, whose lines will have no titles. */
    public TitledValues() {
        this(0, 0);
    }

    /**
     * No values yet.
     *
     * @param indent how many blanks stand in front of a title, at least 0
     * @param width how many characters a title takes, with the blanks behind it, at least 0
     */
    public TitledValues(int indent, int width) {
        this.indent = indent;
        this.width = width;
    }

    /** No values yet, with the columns of these: to be the value of one of their fields, or an element of it. */
    public TitledValues part() {
        return new TitledValues(indent, width);
    }

    /**
     * Adds what scripts read, and the lines of titled values that it is made of.
     *
     * @param name the field's
     * @param value a text, a number, a boolean, null, titled values, a map from names to values, or a list of such values
     * @return these values
     */
    public TitledValues field(String name, @Nullable Object value) {
        fields.put(name, value);
        addLines(value);
        return this;
    }

    /**
     * Adds a field, unless its value is not known.
     *
     * @param name the field's
     * @param value the value, as in {@link #field}; null: no field is added
     * @return these values
     */
    public TitledValues known(String name, @Nullable Object value) {
        return value == null ? this : field(name, value);
    }

    /**
     * Adds several fields.
     *
     * @param more values by their names, in their order
     * @return these values
     */
    public TitledValues fields(Map<String, ? extends @Nullable Object> more) {
        more.forEach(this::field);
        return this;
    }

    /**
     * Adds the fields of others, and none of their lines.
     *
     * @param other whose fields are added
     * @return these values
     */
    public TitledValues fields(TitledValues other) {
        return fields(other.fields);
    }

    /** The fields in words, one after the other. */
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
     * Adds a line that people read.
     *
     * @param title what stands in front; empty behind the first line of several
     * @param format the format of the words, for {@link String#format}
     * @param values what is formatted
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
     * @param line from its first column on, without its end
     * @return these values
     */
    public TitledValues text(String line) {
        lines.add(() -> Stream.of(line));
        return this;
    }

    /** The values of the fields by their names, in their order. */
    Map<String, @Nullable Object> fields() {
        return fields;
    }

    private Stream<String> lines() {
        return lines.stream().flatMap(Supplier::get);
    }

    /** All lines, each with its end. */
    public String text() {
        return lines().map(line -> line + "\n").collect(Collectors.joining());
    }
}
