package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Origin;
import dev.weir.jobs.config.yaml.Problems;
import dev.weir.jobs.spelling.Nearest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A map of a pipeline file while it is read. Every problem is noted and reading goes on with a stand-in, so that all
 * problems of a file are reported together. What is built of stand-ins is thrown away.
 */
public final class Section {

    private final Item item;
    private final String path;
    private final Problems problems;
    private final Shape shape;

    /**
     * A map.
     *
     * @param item what the file says; a map
     * @param path where it stands, empty at the top
     * @param problems takes what is wrong
     * @param shape the fields that it may have
     */
    public Section(Item item, String path, Problems problems, Shape shape) {
        this.item = item;
        this.path = path;
        this.problems = problems;
        this.shape = shape;
    }

    /**
     * This map, of which it is known by now what fields it may have.
     *
     * @param known the fields
     */
    public Section as(Shape known) {
        return new Section(item, path, problems, known);
    }

    /**
     * The path of a field.
     *
     * @param field a field of this map
     */
    public String path(Field<?> field) {
        return Item.join(path, field.name());
    }

    /** The name of the field that is given first; empty where none is. */
    public String firstField() {
        return item.fields().keySet().stream().findFirst().orElse("");
    }

    /**
     * Where a field stands, or the map where it is missing.
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
     * Whether a field is there and is a map.
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
     * Notes what is wrong with a field.
     *
     * @param field a field of this map
     * @param rule the rule that it breaks
     */
    public void problem(Field<?> field, String rule) {
        problem(field.name(), rule);
    }

    /**
     * Notes what is wrong with a field that may not be known.
     *
     * @param field the name of the field
     * @param rule the rule that it breaks
     */
    public void problem(String field, String rule) {
        problems.add(origin(field), Item.join(path, field), rule);
    }

    /**
     * Whether no problem of the file has been noted since {@link #problemsSoFar} was {@code before}.
     *
     * @param before a number of problems
     */
    public boolean isSound(int before) {
        return problems.count() == before;
    }

    /** How many problems of the file have been noted. */
    public int problemsSoFar() {
        return problems.count();
    }

    /**
     * Notes a refusal to build a value: at the field whose name begins the message if that field is given, else at this
     * map.
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
     * The value of a field; empty where it is missing or wrong. A wrong value is noted, and so is a required one that
     * is missing.
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
     * The value of a field. A wrong value is noted, and so is a required one that is missing.
     *
     * @param field a field of this map
     * @param absent the value where the field is missing or wrong
     * @param <T> the type of the value
     */
    public <T> T read(Field<T> field, T absent) {
        return find(field).orElse(absent);
    }

    /**
     * The value of a field. A wrong value is noted, and so is a required one that is missing.
     *
     * @param field a field of this map
     * @param isRequired whether it must be there
     * @param absent the value where the field is missing or wrong
     * @param <T> the type of the value
     */
    public <T> T read(Field<T> field, boolean isRequired, T absent) {
        return find(field, isRequired).orElse(absent);
    }

    /**
     * A map within this one; where it is missing, an empty map whose problems are not noted.
     *
     * @param field a field of this map
     */
    public Section section(Field<Section> field) {
        return section(field, field.isRequired());
    }

    /**
     * A map within this one; where it is missing, an empty map whose problems are not noted.
     *
     * @param field a field of this map
     * @param isRequired whether it must be there, which is noted where it is not
     */
    public Section section(Field<Section> field, boolean isRequired) {
        return read(field, isRequired, new Section(Item.map(item.origin()), path, new Problems(), Shape.ANY));
    }

    /**
     * One text of all given values except those of some fields: two maps that differ in these fields only have the same
     * text.
     *
     * @param without the names of the fields that do not count
     */
    public String text(Set<String> without) {
        return item.without(without);
    }

    /** Notes all fields that are given and that the map may not have. */
    public void finish() {
        shape.later().stream().filter(this::has).forEach(field -> problem(field, "is not supported yet"));
        List<String> known = shape.names();
        for (String field : item.fields().keySet()) {
            if (!known.contains(field)) {
                String near = Nearest.of(field, known);
                problem(field, "unknown field" + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
            }
        }
    }
}
