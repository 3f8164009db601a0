package dev.weir.jobs.released.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON Schema of flat rows in JSON. A row is of one of the tables. Further fields are allowed, so that a reader who checks rows takes
 * those of a query that has one value more.
 */
final class JsonSchemas {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private JsonSchemas() {}

    static String text(List<FlatTable> tables) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        if (tables.size() == 1) {
            all.putAll(table(tables.get(0)));
        } else {
            all.put("anyOf", tables.stream().map(JsonSchemas::table).toList());
        }
        return text(all);
    }

    /** Returns a text of JSON on several lines. */
    static String indented(String text) {
        try {
            return text(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the text must be JSON", e);
        }
    }

    private static String text(Object content) {
        try {
            return JSON.writeValueAsString(content) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the content must be maps and lists", e);
        }
    }

    private static Map<String, Object> table(FlatTable table) {
        Map<String, Object> columns = new LinkedHashMap<>();
        table.columns().forEach(column -> columns.put(column.name(), column(column.type())));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", table.name());
        schema.put("description", table.comment());
        schema.put("type", "object");
        schema.put("properties", columns);
        schema.put("required", table.columns().stream().map(FlatColumn::name).toList());
        return schema;
    }

    private static Map<String, Object> column(FlatType type) {
        Map<String, Object> schema = new LinkedHashMap<>();
        String word = word(type);
        schema.put("type", type.isRequired() ? word : List.of(word, "null"));
        switch (type.kind()) {
            case TIME -> schema.put("format", "date-time");
            case LIST -> schema.put("items", column(type.elements()));
            case NUMBERS -> schema.put("additionalProperties", column(FlatType.DOUBLE));
            default -> {}
        }
        return schema;
    }

    private static String word(FlatType type) {
        return switch (type.kind()) {
            case TEXT, TIME -> "string";
            case LONG -> "integer";
            case DOUBLE, DECIMAL -> "number";
            case TRUTH -> "boolean";
            case LIST -> "array";
            case NUMBERS -> "object";
        };
    }
}
