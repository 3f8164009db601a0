package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;
import dev.weir.jobs.spelling.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A map of a pipeline file while it is read. If a value is wrong, the problem is noted and reading continues with a
 * substitute value, so that all problems of a file are reported together. Objects built from substitute values are
 * thrown away.
 */
public final class Section {

    private final Item item;
    private final String path;
    private final Problems problems;
    private final Shape shape;

    /**
     * Creates a section.
     *
     * @param item the map in the file
     * @param path the path of the map in the file, empty at the top
     * @param problems collects the problems of the file
     * @param shape the fields that the map may have
     */
    public Section(Item item, String path, Problems problems, Shape shape) {
        this.item = item;
        this.path = path;
        this.problems = problems;
        this.shape = shape;
    }

    /**
     * Returns this map with other fields that it may have, for a reader that has found out its shape.
     *
     * @param known the fields that the map may have
     */
    public Section as(Shape known) {
        return new Section(item, path, problems, known);
    }

    /**
     * Returns the path of a field.
     *
     * @param field a field of this map
     */
    public String path(Field<?> field) {
        return Item.join(path, field.name());
    }

    /**
     * Returns the words for a field in the language of the file.
     *
     * @param field a field of this map
     */
    public String words(Field<?> field) {
        return problems.words(path(field));
    }

    /** Returns the name of the field that the file gives first; empty if it gives no field. */
    public String firstField() {
        return item.fields().keySet().stream().findFirst().orElse("");
    }

    /**
     * Returns the place of a field in the file, or the place of the map if the field is missing.
     *
     * @param field a field of this map
     */
    public Origin origin(Field<?> field) {
        return origin(field.name());
    }

    private Origin origin(String field) {
        Item value = item.fields().get(field);
        return value == null ? item.origin() : value.origin();
    }

    /**
     * Whether a field has a value.
     *
     * @param field a field of this map
     */
    public boolean has(Field<?> field) {
        return value(field).kind() != Item.Kind.NOTHING;
    }

    /**
     * Whether the value of a field is a map.
     *
     * @param field a field of this map
     */
    public boolean isMap(Field<?> field) {
        return value(field).kind() == Item.Kind.MAP;
    }

    private Item value(Field<?> field) {
        return item.fields().getOrDefault(field.name(), Item.nothing(item.origin()));
    }

    /**
     * Notes a problem of a field.
     *
     * @param field a field of this map
     * @param rule the rule that the field breaks
     */
    public void problem(Field<?> field, String rule) {
        problem(field.name(), rule);
    }

    /**
     * Notes a problem of a field, which may be unknown.
     *
     * @param field the name of the field
     * @param rule the rule that the field breaks
     */
    public void problem(String field, String rule) {
        problems.add(origin(field), Item.join(path, field), rule);
    }

    /**
     * Whether no problem of the file has been noted since {@link #problemsSoFar} returned {@code before}.
     *
     * @param before the earlier number of problems
     */
    public boolean isSound(int before) {
        return problems.count() == before;
    }

    /** Returns how many problems of the file have been noted. */
    public int problemsSoFar() {
        return problems.count();
    }

    /**
     * Notes that a value could not be built. If the message begins with the name of a field that is given, the problem
     * is noted at this field; otherwise at this map.
     *
     * @param refusal the exception that refused the value
     */
    public void noteRefusal(IllegalArgumentException refusal) {
        String message = String.valueOf(refusal.getMessage());
        int space = message.indexOf(' ');
        String word = space < 0 ? message : message.substring(0, space);
        if (item.fields().containsKey(word)) {
            problem(word, message.substring(space + 1));
        } else {
            problems.add(item.origin(), path, message);
        }
    }

    /**
     * Reads the value of a field. The result is empty if the value is missing or wrong. A wrong value is noted as a problem,
     * and so is a required value that is missing.
     *
     * @param field a field of this map
     * @param <T> the type of the value
     */
    public <T> Optional<T> find(Field<T> field) {
        return find(field, field.isRequired());
    }

    private <T> Optional<T> find(Field<T> field, boolean isRequired) {
        if (isRequired && !has(field)) {
            problem(field, item.fields().containsKey(field.name()) ? "must be given, was empty" : "must be given");
        }
        return has(field) ? field.type().read(value(field), path(field), problems) : Optional.empty();
    }

    /**
     * Reads the value of a field. A wrong value is noted as a problem, and so is a required value that is missing.
     *
     * @param field a field of this map
     * @param absent the value to return if the field is missing or wrong
     * @param <T> the type of the value
     */
    public <T> T read(Field<T> field, T absent) {
        return find(field).orElse(absent);
    }

    /**
     * Reads the value of a field. A wrong value is noted as a problem, and so is a required value that is missing.
     *
     * @param field a field of this map
     * @param isRequired whether the field must be given
     * @param absent the value to return if the field is missing or wrong
     * @param <T> the type of the value
     */
    public <T> T read(Field<T> field, boolean isRequired, T absent) {
        return find(field, isRequired).orElse(absent);
    }

    /**
     * Returns a map within this one. If the inner map is missing, returns an empty map whose problems are not noted.
     *
     * @param field a field of this map
     */
    public Section section(Field<Section> field) {
        return section(field, field.isRequired());
    }

    /**
     * Returns a map within this one. If the inner map is missing, returns an empty map whose problems are not noted.
     *
     * @param field a field of this map
     * @param isRequired whether the inner map must be given, so that a problem is noted if it is missing
     */
    public Section section(Field<Section> field, boolean isRequired) {
        return read(field, isRequired, new Section(Item.map(item.origin()), path, problems.apart(), Shape.ANY));
    }

    /**
     * Returns one text for all given values except the values of some fields. Two maps that differ only in these fields
     * have the same text.
     *
     * @param without the names of the fields to leave out
     */
    public String text(Set<String> without) {
        return item.without(without);
    }

    /** Notes a problem for each given field that the map may not have. */
    public void finish() {
        List<String> known = shape.names();
        for (String field : item.fields().keySet()) {
            if (!known.contains(field)) {
                String near = Nearest.of(field, known);
                problem(field, "unknown field" + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            }
        }
    }
}
