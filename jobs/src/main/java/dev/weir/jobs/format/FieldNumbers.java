package dev.weir.jobs.format;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Numbers the fields that a pipeline reads, from 0, so that {@link Fields} finds a field of a record by its index, not by its
 * name.
 */
public final class FieldNumbers {

    /** The number of a field that the pipeline does not read. */
    public static final int NONE = -1;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * Numbers some fields in the order of their names.
     *
     * @param names the names of the fields, each once
     */
    public FieldNumbers(Collection<String> names) {
        names.forEach(name -> numbers.put(name, numbers.size()));
    }

    /** How many fields there are. */
    public int count() {
        return numbers.size();
    }

    /**
     * The number of a field, {@link #NONE} if the pipeline does not read it.
     *
     * @param name the name of the field
     */
    public int of(String name) {
        return numbers.getOrDefault(name, NONE);
    }

    /**
     * The numbers of some fields, each number once.
     *
     * @param names the names of the fields
     */
    public int[] ofDistinct(Collection<String> names) {
        return names.stream().distinct().mapToInt(this::of).toArray();
    }

    void forEach(BiConsumer<String, Integer> action) {
        numbers.forEach(action);
    }
}
