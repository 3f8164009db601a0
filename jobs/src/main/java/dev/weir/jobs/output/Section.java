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
 * A part of a page that is made once for scripts and for people: fields, and lines whose words stand below each other behind their titles.
 * A field's value may be made of sections, whose lines are shown where the field was added. {@link JsonText} prints the fields, {@link
 * #text} the lines, both in the order in which they were added.
 */
public final class Section {

    private final int indent;
    private final int width;
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final List<Supplier<Stream<String>>> lines = new ArrayList<>();

    /** An empty section whose lines have no titles. */
    public Section() {
        this(0, 0);
    }

    /**
     * An empty section.
     *
     * @param indent how many blanks stand in front of a title, at least 0
     * @param width how many characters a title takes, with the blanks behind it, at least 0
     */
    public Section(int indent, int width) {
        this.indent = indent;
        this.width = width;
    }

    /** An empty section with the columns of this one, to be the value of one of its fields or an element of it. */
    public Section part() {
        return new Section(indent, width);
    }

    /**
     * Adds what scripts read, and the lines of sections that it is made of.
     *
     * @param name the field's
     * @param value a text, a number, a boolean, null, a section, a map from names to values, or a list of such values
     * @return this section
     */
    public Section field(String name, @Nullable Object value) {
        fields.put(name, value);
        addLines(value);
        return this;
    }

    /**
     * Adds a field, unless its value is not known.
     *
     * @param name the field's
     * @param value as for {@link #field}; null: there is no field
     * @return this section
     */
    public Section known(String name, @Nullable Object value) {
        return value == null ? this : field(name, value);
    }

    /**
     * Adds several fields.
     *
     * @param more values by their names, in their order
     * @return this section
     */
    public Section fields(Map<String, ? extends @Nullable Object> more) {
        more.forEach(this::field);
        return this;
    }

    /**
     * Adds the fields of another section, and none of its lines.
     *
     * @param other the section
     * @return this section
     */
    public Section fields(Section other) {
        return fields(other.fields);
    }

    /** The fields in words, one after the other. */
    public String words() {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + " " + field.getValue())
                .collect(Collectors.joining(", "));
    }

    private void addLines(@Nullable Object value) {
        if (value instanceof Section part) {
            lines.add(part::lines);
        } else if (value instanceof List<?> parts) {
            parts.forEach(this::addLines);
        }
    }

    /**
     * Adds a line that people read.
     *
     * @param title what stands in front; empty behind the first line of several
     * @param format of the words, as {@link String#format} takes it
     * @param values what is formatted
     * @return this section
     */
    public Section line(String title, String format, Object... values) {
        String words = String.format(Locale.ROOT, format, values);
        String front = " ".repeat(indent) + title;
        return text(front + " ".repeat(Math.max(0, indent + width - front.length())) + words);
    }

    /**
     * Adds a line without a title.
     *
     * @param line from its first column on, without its end
     * @return this section
     */
    public Section text(String line) {
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
