package dev.weir.benchmarks.formats;

/**
 * A column of records.
 *
 * @param name its name
 * @param type the type that its content has in a format with types
 */
public record Column(String name, Type type) {

    /** What a column holds. */
    public enum Type {
        /** A point in time in ISO 8601, with milliseconds at most. */
        TIME,
        /** A whole number of 64 bits. */
        WHOLE,
        TEXT
    }
}
