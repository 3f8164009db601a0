package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A single value of a pipeline file.
 *
 * @param parser reads it, and throws an {@link IllegalArgumentException} with the rule that it breaks
 * @param schema its JSON Schema
 * @param <T> what it is read as
 */
public record Literal<T>(Function<Item, T> parser, Map<String, Object> schema) implements Type<T> {

    @Override
    public Optional<T> read(Item value, String path, Problems problems) {
        try {
            if (value.kind() != Item.Kind.SCALAR) {
                throw new IllegalArgumentException("must be a single value, was " + value.kind());
            }
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            problems.add(value.origin(), path, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * These values, read as something else.
     *
     * @param reading turns a value into it
     * @param <U> what it is read as
     */
    public <U> Literal<U> map(Function<T, U> reading) {
        return new Literal<>(parser.andThen(reading), schema);
    }

    /**
     * The values that pass a further check.
     *
     * @param check throws an {@link IllegalArgumentException} with the rule that a value breaks
     */
    public Literal<T> checked(Consumer<Item> check) {
        return new Literal<>(
                item -> {
                    check.accept(item);
                    return parser.apply(item);
                },
                schema);
    }

    /**
     * These values, with a limit in the schema. The object that is built from a value checks the limit.
     *
     * @param keyword the keyword of JSON Schema
     * @param limit its value
     */
    public Literal<T> within(String keyword, Object limit) {
        Map<String, Object> narrower = new LinkedHashMap<>(schema);
        narrower.put(keyword, limit);
        return new Literal<>(parser, narrower);
    }
}
