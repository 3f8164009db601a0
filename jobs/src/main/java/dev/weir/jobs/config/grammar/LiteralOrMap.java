package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A single value, or a map.
 *
 * @param literal the single value
 * @param shapes what the map may be, at least one
 * @param reader reads the map; if the map is wrong, it notes this and returns nothing
 * @param <T> the type of the value that is read
 */
public record LiteralOrMap<T>(Literal<T> literal, List<Shape> shapes, Function<Section, Optional<T>> reader)
        implements Type<T>, Nesting {

    @Override
    public Optional<T> read(Item value, String path, Problems problems) {
        return value.kind() == Item.Kind.MAP
                ? reader.apply(new Section(value, path, problems, Shape.ANY))
                : literal.read(value, path, problems);
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of(
                "anyOf",
                Stream.concat(Stream.of(literal.schema()), shapes.stream().map(Shape::schema))
                        .toList());
    }
}
