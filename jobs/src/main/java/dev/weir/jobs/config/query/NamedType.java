package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Nesting;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.grammar.Type;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a map whose names the user chooses. Wrong values are noted as problems and left out.
 *
 * @param each the type of the values
 * @param <T> the Java type of a value
 */
record NamedType<T>(Type<T> each) implements Type<Map<String, T>>, Nesting {

    @Override
    public Optional<Map<String, T>> read(Item value, String path, Problems problems) {
        Map<String, T> read = new LinkedHashMap<>();
        if (value.kind() != Item.Kind.MAP) {
            problems.add(value.origin(), path, "must be a map, was " + value.kind());
        }
        value.fields().forEach((name, item) -> each.read(item, Item.join(path, name), problems)
                .ifPresent(found -> read.put(name, found)));
        return Optional.of(read);
    }

    @Override
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("additionalProperties", each.schema());
        return schema;
    }

    @Override
    public List<Shape> shapes() {
        return each instanceof Nesting nesting ? nesting.shapes() : List.of();
    }
}
