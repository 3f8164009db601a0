package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Problems;
import java.util.Map;
import java.util.Optional;

/**
 * What the value of a field may be: how it is read, and what JSON Schema says of it.
 *
 * @param <T> what a value is read as
 */
public interface Type<T> {

    /**
     * Reads a value.
     *
     * @param value what the file says
     * @param path where, for problems
     * @param problems takes what is wrong
     * @return the value; empty where it is wrong
     */
    Optional<T> read(Item value, String path, Problems problems);

    /**
     * The JSON Schema of values. It takes every value that is read, and may take more.
     *
     * @return keyword to value, in the order in which they are written
     */
    Map<String, Object> schema();
}
