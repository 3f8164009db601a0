package dev.weir.jobs.config.grammar;

/**
 * A field of a pipeline file. The field is declared only here: readers, the schema and the documentation of pipeline
 * files are all based on this declaration.
 *
 * @param name the name of the field
 * @param type what its value may be
 * @param isRequired whether the field must be given wherever its map is given
 * @param when for the documentation: when the field must be given; empty if the field may always be left out
 * @param sentence for the documentation: what the field means, in Markdown
 * @param <T> the Java type of its value
 */
public record Field<T>(String name, Type<T> type, boolean isRequired, String when, String sentence) {

    /**
     * Returns an optional field.
     *
     * @param name the name of the field
     * @param type what its value may be
     * @param sentence for the documentation: what the field means, in Markdown
     * @param <T> the Java type of its value
     */
    public static <T> Field<T> of(String name, Type<T> type, String sentence) {
        return new Field<>(name, type, false, "", sentence);
    }

    /**
     * Returns this field with another type, for a reader that knows more about its values.
     *
     * @param other what its value may be
     * @param <U> the Java type of its value
     */
    public <U> Field<U> as(Type<U> other) {
        return new Field<>(name, other, isRequired, when, sentence);
    }

    /** Returns this field as one that must always be given. */
    public Field<T> required() {
        return required("always");
    }

    /**
     * Returns this field as one that must be given wherever its map is given.
     *
     * @param whenever for the documentation: when the field must be given
     */
    public Field<T> required(String whenever) {
        return new Field<>(name, type, true, whenever, sentence);
    }

    /**
     * Returns this field with the documentation of when it must be given. Only the reader of the map checks this condition.
     *
     * @param whenever for the documentation: when the field must be given
     */
    public Field<T> neededIf(String whenever) {
        return new Field<>(name, type, isRequired, whenever, sentence);
    }
}
