package dev.weir.jobs.config.grammar;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a map in a pipeline file.
 *
 * @param shapes the shapes that the map may have, at least one; if there are several, the reader of the map finds out
 *     which one it has
 */
public record MapType(List<Shape> shapes) implements Type<Section>, Nesting {

    /**
     * Returns the type of a map with one shape.
     *
     * @param shape the shape that the map must have
     */
    public static MapType of(Shape shape) {
        return new MapType(List.of(shape));
    }

    /**
     * Reads a map. If the value is not a map, this is noted as a problem, and an empty map is returned whose own
     * problems are not noted.
     */
    @Override
    public Optional<Section> read(Item value, String path, Problems problems) {
        Shape shape = shapes.size() == 1 ? shapes.get(0) : Shape.ANY;
        if (value.kind() == Item.Kind.MAP) {
            return Optional.of(new Section(value, path, problems, shape));
        }
        problems.add(value.origin(), path, "must be a map, was " + value.kind());
        return Optional.of(new Section(Item.map(value.origin()), path, problems.apart(), shape));
    }

    @Override
    public Map<String, Object> schema() {
        List<Map<String, Object>> all = shapes.stream().map(Shape::schema).toList();
        return all.size() == 1 ? all.get(0) : Map.of("anyOf", all);
    }
}
