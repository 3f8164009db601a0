package dev.weir.jobs.config.grammar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The shape of a map in a pipeline file: the fields that it may have. Other fields are refused.
 *
 * @param fields the fields, in the order of the documentation
 * @param oneOf the fields of which exactly one must be given; empty if there is no such rule
 * @param anyOf the fields of which at least one must be given; empty if there is no such rule
 */
public record Shape(List<Field<?>> fields, List<Field<?>> oneOf, List<Field<?>> anyOf) {

    /** A shape without fields, for a map whose fields are not known yet. */
    static final Shape ANY = of();

    /**
     * Returns a shape with these fields.
     *
     * @param fields the fields, in the order of the documentation
     */
    public static Shape of(Field<?>... fields) {
        return new Shape(List.of(fields), List.of(), List.of());
    }

    /**
     * Returns this shape with the rule that exactly one of several fields must be given.
     *
     * @param choices fields of this shape
     */
    public Shape withOneOf(Field<?>... choices) {
        return new Shape(fields, List.of(choices), anyOf);
    }

    /**
     * Returns this shape with the rule that at least one of several fields must be given.
     *
     * @param choices fields of this shape
     */
    public Shape withAnyOf(Field<?>... choices) {
        return new Shape(fields, oneOf, List.of(choices));
    }

    /**
     * Returns this shape with further fields.
     *
     * @param more the fields that follow the fields of this shape
     */
    public Shape with(Field<?>... more) {
        return new Shape(Stream.concat(fields.stream(), Stream.of(more)).toList(), oneOf, anyOf);
    }

    /** The names of the fields. */
    List<String> names() {
        return fields.stream().map(Field::name).toList();
    }

    /** Returns the JSON Schema of the map. */
    public Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        fields.forEach(field -> properties.put(field.name(), field.type().schema()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("additionalProperties", false);
        schema.put("properties", properties);
        put(schema, "oneOf", oneOf.stream().map(Shape::requirement).toList());
        put(
                schema,
                "required",
                fields.stream().filter(Field::isRequired).map(Field::name).toList());
        put(schema, "anyOf", anyOf.stream().map(Shape::requirement).toList());
        return schema;
    }

    private static Map<String, Object> requirement(Field<?> field) {
        return Map.of("required", List.of(field.name()));
    }

    private static void put(Map<String, Object> schema, String keyword, List<?> values) {
        if (!values.isEmpty()) {
            schema.put(keyword, values);
        }
    }
}
