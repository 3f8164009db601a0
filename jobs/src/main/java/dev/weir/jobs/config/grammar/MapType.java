package dev.weir.jobs.config.grammar;

import dev.weir.jobs.config.yaml.Item;
import dev.weir.jobs.config.yaml.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A map of a pipeline file.
 *
 * @param shapes the shapes that the map may have, at least one; where there are several, the reader of the map finds
 * out which one it has
 */
public record MapType(List<Shape> shapes) implements Type<Section>, Nesting {

    /**
     * A map of one shape.
     *
     * @param shape what it must be
     */
    public static MapType of(Shape shape) {
        return new MapType(List.of(shape));
    }

    /** An empty map, whose problems are not noted, stands for what is no map, which is. */
    @Override
    public Optional<Section> read(Item value, String path, Problems problems) {
        Shape shape = shapes.size() == 1 ? shapes.get(0) : Shape.ANY;
        if (value.kind() == Item.Kind.MAP) {
            return Optional.of(new Section(value, path, problems, shape));
        }
        problems.add(value.origin(), path, "must be a map, was " + value.kind());
        return Optional.of(new Section(Item.map(value.origin()), path, new Problems(), shape));
    }

    @Override
    public Map<String, Object> schema() {
        List<Map<String, Object>> all = shapes.stream().map(Shape::schema).toList();
        return all.size() == 1 ? all.get(0) : Map.of("anyOf", all);
    }
}
