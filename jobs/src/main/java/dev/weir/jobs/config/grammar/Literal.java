package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The type of a single value in a pipeline file.
 *
 * @param parser reads the value; if the value breaks a rule, throws an {@link IllegalArgumentException} with the rule
 * @param schema the JSON Schema of the value
 * @param <T> the Java type of the value
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
     * Returns this type with its values converted to another Java type.
     *
     * @param reading converts a value
     * @param <U> the Java type of a converted value
     */
    public <U> Literal<U> map(Function<T, U> reading) {
        return new Literal<>(parser.andThen(reading), schema);
    }

    /**
     * Returns this type, restricted to the values that pass a further check.
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
     * Returns this type with a limit in its schema. {@link #read} does not check the limit; what is built from the value must.
     *
     * @param keyword the keyword of JSON Schema
     * @param limit the value of the keyword
     */
    public Literal<T> within(String keyword, Object limit) {
        Map<String, Object> narrower = new LinkedHashMap<>(schema);
        narrower.put(keyword, limit);
        return new Literal<>(parser, narrower);
    }
}
