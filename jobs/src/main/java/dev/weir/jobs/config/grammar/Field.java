package dev.weir.jobs.config.grammar;

/**
 * A field of a pipeline file. This is the one place that states it: readers, the schema and the page about pipeline
 * files take it from here.
 *
 * @param name its name
 * @param type what its value may be
 * @param isRequired whether it must be there wherever its map is
 * @param when for people: when it must be there; empty where it never must
 * @param sentence for people: what it says, in Markdown
 * @param <T> what its value is read as
 */
public record Field<T>(String name, Type<T> type, boolean isRequired, String when, String sentence) {

    /**
     * A field that may be missing.
     *
     * @param name its name
     * @param type what its value may be
     * @param sentence for people: what it says, in Markdown
     * @param <T> what its value is read as
     */
    public static <T> Field<T> of(String name, Type<T> type, String sentence) {
        return new Field<>(name, type, false, "", sentence);
    }

    /**
     * This field, whose values are read otherwise by a reader that knows more of them.
     *
     * @param other what its value may be
     * @param <U> what its value is read as
     */
    public <U> Field<U> as(Type<U> other) {
        return new Field<>(name, other, isRequired, when, sentence);
    }

    /** This field, which must always be there. */
    public Field<T> required() {
        return required("always");
    }

    /**
     * This field, which must be there wherever its map is.
     *
     * @param whenever for people: when that is
     */
    public Field<T> required(String whenever) {
        return new Field<>(name, type, true, whenever, sentence);
    }

    /**
     * This field, of which its reader knows when it must be there.
     *
     * @param whenever for people: when that is
     */
    public Field<T> neededIf(String whenever) {
        return new Field<>(name, type, isRequired, whenever, sentence);
    }
}
