package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * A schema with those that it refers to. As one text it is the schema itself, if it refers to none; otherwise an object of JSON, which no text of
 * Protocol Buffers begins like.
 *
 * @param main the schema
 * @param imports the others, by the names under which they are imported
 */
public record SchemaText(String main, Map<String, String> imports) {

    private static final ObjectMapper JSON = new ObjectMapper();

    public SchemaText {
        imports = new TreeMap<>(imports);
    }

    /**
     * Reads a text.
     *
     * @param text what {@link #text} has returned
     * @throws IllegalArgumentException if it is no such text
     */
    public static SchemaText of(String text) {
        if (!text.startsWith("{")) {
            return new SchemaText(text, Map.of());
        }
        try {
            JsonNode object = JSON.readTree(text);
            Map<String, String> imports = new TreeMap<>();
            object.path("imports")
                    .properties()
                    .forEach(each -> imports.put(each.getKey(), each.getValue().asText()));
            return new SchemaText(object.path("schema").asText(), imports);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a schema with references must be JSON");
        }
    }

    /** Returns the schema with the others as one text, in one order. */
    String text() {
        if (imports.isEmpty()) {
            return main;
        }
        ObjectNode object = JSON.createObjectNode().put("schema", main);
        ObjectNode others = object.putObject("imports");
        imports.forEach(others::put);
        return object.toString();
    }
}
