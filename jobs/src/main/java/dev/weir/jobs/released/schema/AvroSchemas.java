package dev.weir.jobs.released.schema;

import dev.weir.jobs.format.registry.access.RowRegistry;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Avro schemas of flat rows: a record for each table, with a field for each column. A name that Avro does not take has low lines
 * instead of the other characters; the name of the column is then the field's documentation.
 *
 * <p>The release id is the first field of a record. A reader can therefore tell the rows of other queries and versions in a topic
 * without having their schemas.
 */
public final class AvroSchemas {

    private AvroSchemas() {}

    /** Returns the record of one table, or the union of the records of several. */
    static String text(List<FlatTable> tables) {
        List<Schema> records = tables.stream().map(AvroSchemas::of).toList();
        Schema all = records.size() == 1 ? records.get(0) : Schema.createUnion(records);
        return JsonSchemas.indented(all.toString());
    }

    /**
     * Returns the record of a table.
     *
     * @param table the table
     */
    public static Schema of(FlatTable table) {
        String domain = table.ids().get(0).split("/", -1)[0];
        List<Schema.Field> fields = new ArrayList<>();
        fields(table).forEach((column, field) -> {
            String doc = column.name().equals(field) ? null : column.name();
            Schema type = type(column.type());
            fields.add(
                    column.type().isRequired()
                            ? new Schema.Field(field, type, doc)
                            : new Schema.Field(field, nullable(type), doc, JsonProperties.NULL_VALUE));
        });
        return Schema.createRecord(name(table.name()), table.comment(), "weir." + name(domain), false, fields);
    }

    /**
     * Returns the names of the fields of a table's columns, in the order of the fields.
     *
     * @param table the table
     */
    public static Map<FlatColumn, String> fields(FlatTable table) {
        List<FlatColumn> columns = new ArrayList<>(table.columns());
        columns.add(0, columns.remove(columns.size() - 1));
        Set<String> names = new HashSet<>();
        Map<FlatColumn, String> fields = new LinkedHashMap<>();
        for (FlatColumn column : columns) {
            String name = name(column.name());
            while (!names.add(name)) {
                name += "_";
            }
            fields.put(column, name);
        }
        return fields;
    }

    private static String name(String name) {
        return RowRegistry.avroName(name);
    }

    private static Schema nullable(Schema type) {
        return Schema.createUnion(Schema.create(Schema.Type.NULL), type);
    }

    private static Schema type(FlatType type) {
        return switch (type.kind()) {
            case TEXT -> Schema.create(Schema.Type.STRING);
            case TIME -> LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
            case LONG -> Schema.create(Schema.Type.LONG);
            case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
            case DECIMAL ->
                LogicalTypes.decimal(FlatType.DIGITS, type.scale()).addToSchema(Schema.create(Schema.Type.BYTES));
            case TRUTH -> Schema.create(Schema.Type.BOOLEAN);
            case LIST -> Schema.createArray(nullable(type(type.elements())));
            case NUMBERS -> Schema.createMap(nullable(Schema.create(Schema.Type.DOUBLE)));
        };
    }
}
