package dev.weir.jobs.config.grammar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A map of a pipeline file: the fields that it may have. It has no others.
 *
 * @param fields the fields, in the order in which people are told of them
 * @param oneOf the fields of which exactly one must be there; empty: no such rule
 * @param anyOf the fields of which at least one must be there; empty: no such rule
 * @param later fields that are refused until they are supported
 */
public record Shape(List<Field<?>> fields, List<Field<?>> oneOf, List<Field<?>> anyOf, List<Field<?>> later) {

    /** The map of which nothing is known. */
    static final Shape ANY = of();

    /**
     * A map with these fields.
     *
     * @param fields in the order in which people are told of them
     */
    public static Shape of(Field<?>... fields) {
        return new Shape(List.of(fields), List.of(), List.of(), List.of());
    }

    /**
     * This map, of which exactly one of several fields must be there.
     *
     * @param choices among its fields
     */
    public Shape withOneOf(Field<?>... choices) {
        return new Shape(fields, List.of(choices), anyOf, later);
    }

    /**
     * This map, of which at least one of several fields must be there.
     *
     * @param choices among its fields
     */
    public Shape withAnyOf(Field<?>... choices) {
        return new Shape(fields, oneOf, List.of(choices), later);
    }

    /**
     * This map with fields that are refused until they are supported.
     *
     * @param refused not among its fields
     */
    public Shape withLater(Field<?>... refused) {
        return new Shape(fields, oneOf, anyOf, List.of(refused));
    }

    /**
     * This map with further fields.
     *
     * @param more behind its fields
     */
    public Shape with(Field<?>... more) {
        return new Shape(Stream.concat(fields.stream(), Stream.of(more)).toList(), oneOf, anyOf, later);
    }

    /** The names that are known in the map. */
    List<String> names() {
        return Stream.concat(fields.stream(), later.stream()).map(Field::name).toList();
    }

    /** The JSON Schema of the map. */
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
