package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The type of a value that is either a single value or a map.
 *
 * @param literal the type of the single value
 * @param shapes the shapes that the map may have, at least one
 * @param reader reads the map; if the map is wrong, notes a problem and returns nothing
 * @param <T> the Java type of the value
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
