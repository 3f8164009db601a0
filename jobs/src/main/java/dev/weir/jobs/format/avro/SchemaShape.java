package dev.weir.jobs.format.avro;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Writes down how the bytes of values are laid out by a schema. Two schemas with the same text lay out the same bytes for the same values.
 * Names of records and fields, documentation and defaults are in no byte, so they are not in the text either, unless the names of fields
 * are asked for.
 */
final class SchemaShape {

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Integer> written = new HashMap<>();
    private final boolean withNames;

    private SchemaShape(boolean withNames) {
        this.withNames = withNames;
    }

    /** Returns the layout of all values of a schema, with the names of all fields, also of those of records in records. */
    static String named(Schema schema) {
        SchemaShape shape = new SchemaShape(true);
        shape.add(schema);
        return shape.text.toString();
    }

    /**
     * Returns the layout of all that comes before a field, and of the field. What comes after it is in no way part of how it is found.
     *
     * @param schema the schema of a record
     * @param path the names of the dotted path of the field
     */
    static String upTo(Schema schema, List<String> path) {
        SchemaShape shape = new SchemaShape(false);
        shape.add(schema, path);
        return shape.text.toString();
    }

    private void add(Schema schema, List<String> path) {
        if (path.isEmpty()) {
            add(schema);
            return;
        }
        switch (schema.getType()) {
            case RECORD -> addFields(schema, path);
            case MAP -> add(schema.getValueType(), path.subList(1, path.size()));
            case UNION -> schema.getTypes().forEach(branch -> add(branch, path));
            default -> add(schema);
        }
        text.append(';');
    }

    private void addFields(Schema schema, List<String> path) {
        text.append("record:");
        for (Schema.Field field : schema.getFields()) {
            if (field.name().equals(path.get(0))) {
                add(field.schema(), path.subList(1, path.size()));
                return;
            }
            add(field.schema());
        }
    }

    private void add(Schema schema) {
        text.append(word(schema)).append(' ').append(details(schema));
        boolean isNamed = schema.getType() == Schema.Type.RECORD;
        Integer known = isNamed ? written.putIfAbsent(schema.getFullName(), written.size()) : null;
        if (known != null) {
            text.append('#').append(known);
        } else {
            parts(schema).forEach(this::add);
        }
        text.append(';');
    }

    private static List<Schema> parts(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> schema.getFields().stream().map(Schema.Field::schema).toList();
            case ARRAY -> List.of(schema.getElementType());
            case MAP -> List.of(schema.getValueType());
            case UNION -> schema.getTypes();
            default -> List.of();
        };
    }

    /** Returns the name of a type. A whole number without a logical type has the same bytes with 32 bits as with 64. */
    private static String word(Schema schema) {
        boolean isInt = schema.getType() == Schema.Type.INT
                && ScalarSteps.logical(schema).isEmpty();
        return (isInt ? Schema.Type.LONG : schema.getType()).getName();
    }

    private String details(Schema schema) {
        String logical = ScalarSteps.logical(schema);
        if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            logical += " " + decimal.getPrecision() + " " + decimal.getScale();
        }
        return switch (schema.getType()) {
            case ENUM -> schema.getEnumSymbols().stream().collect(Collectors.joining(",", "[", "]"));
            case FIXED -> logical + " " + schema.getFixedSize();
            case RECORD -> withNames ? names(schema) : logical;
            default -> logical;
        };
    }

    private static String names(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::name).collect(Collectors.joining(",", "(", ")"));
    }
}
