package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a field's value: how the value is read, and its JSON Schema.
 *
 * @param <T> the Java type of a value
 */
public interface Type<T> {

    /**
     * Reads a value.
     *
     * @param value the value in the file
     * @param path the path of the value, for problems
     * @param problems collects the problems of the file
     * @return the value; empty if it cannot be used, which is noted as a problem
     */
    Optional<T> read(Item value, String path, Problems problems);

    /**
     * Returns the JSON Schema of the values. It allows every value that {@link #read} accepts, and may allow more.
     *
     * @return the schema's keywords and their values, in the order in which they are written
     */
    Map<String, Object> schema();
}
