package dev.weir.jobs.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The schema of a map of a pipeline file: the fields that it may have, and those that it must have. It has no others.
 */
final class Shape {

    private final ObjectNode node = JsonNodeFactory.instance.objectNode();
    private final ObjectNode properties;
    private final ArrayNode required;

    Shape() {
        node.put("type", "object");
        node.put("additionalProperties", false);
        properties = node.putObject("properties");
        required = JsonNodeFactory.instance.arrayNode();
    }

    /** Adds a field that must be there. */
    Shape must(String field, ObjectNode type) {
        required.add(field);
        return may(field, type);
    }

    /** Adds a field that may be there. */
    Shape may(String field, ObjectNode type) {
        properties.set(field, type);
        return this;
    }

    /** Adds fields that may be there, all of one type. */
    Shape may(ObjectNode type, String... fields) {
        for (String field : fields) {
            may(field, type.deepCopy());
        }
        return this;
    }

    /** Requires exactly one of these fields. */
    Shape oneOf(String... fields) {
        ArrayNode choices = node.putArray("oneOf");
        for (String field : fields) {
            choices.addObject().putArray("required").add(field);
        }
        return this;
    }

    ObjectNode node() {
        if (!required.isEmpty()) {
            node.set("required", required);
        }
        return node;
    }
}
