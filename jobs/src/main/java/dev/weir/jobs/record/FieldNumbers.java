package dev.weir.jobs.record;

import dev.weir.jobs.config.Pipeline;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Numbers the fields that a pipeline reads, from 0, so that no name is looked up while records are read. */
final class FieldNumbers {

    /** The number of a field that the pipeline does not read. */
    static final int NONE = -1;

    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    FieldNumbers(Pipeline pipeline) {
        pipeline.readFields().forEach(name -> numbers.put(name, numbers.size()));
    }

    /** The number of fields. */
    int count() {
        return numbers.size();
    }

    /** Returns the number of a field; {@link #NONE} if the pipeline does not read the field. */
    int of(String name) {
        return numbers.getOrDefault(name, NONE);
    }

    /** Returns the numbers of fields, without duplicates. */
    int[] ofDistinct(Collection<String> names) {
        return names.stream().distinct().mapToInt(this::of).toArray();
    }

    void forEach(BiConsumer<String, Integer> action) {
        numbers.forEach(action);
    }
}
