package dev.weir.jobs.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.operators.encoding.Spelled;
import java.util.Arrays;
import java.util.List;

/** The types of single values and lists. */
final class Types {

    private Types() {}

    private static ObjectNode type(String... names) {
        ObjectNode type = JsonNodeFactory.instance.objectNode();
        if (names.length == 1) {
            return type.put("type", names[0]);
        }
        ArrayNode all = type.putArray("type");
        Arrays.stream(names).forEach(all::add);
        return type;
    }

    /** A text, which YAML may parse as a number or a truth value. */
    static ObjectNode text() {
        return type("string", "number", "boolean");
    }

    static ObjectNode name() {
        return type("string").put("pattern", "^[A-Za-z0-9._-]{1,200}$");
    }

    static ObjectNode topic() {
        return type("string").put("pattern", "^[A-Za-z0-9._-]{1,249}$");
    }

    static ObjectNode truth() {
        return type("boolean");
    }

    static ObjectNode decimal() {
        return type("number");
    }

    static ObjectNode positive() {
        return type("number").put("exclusiveMinimum", 0);
    }

    static ObjectNode whole(long least) {
        return type("integer").put("minimum", least);
    }

    static ObjectNode duration() {
        return type("string").put("pattern", "^[0-9]{1,15}(ms|s|m|h|d)$");
    }

    /** A time in ISO 8601 with Z or an offset. */
    static ObjectNode instant() {
        return type("string").put("pattern", "^[+-]?[0-9]{4,}-[0-9]{2}-[0-9]{2}T.*(Z|[+-][0-9:]+)$");
    }

    static ObjectNode matching(String pattern) {
        return type("string").put("pattern", pattern);
    }

    static ObjectNode choice(List<String> words) {
        ObjectNode type = JsonNodeFactory.instance.objectNode();
        ArrayNode all = type.putArray("enum");
        words.forEach(all::add);
        return type;
    }

    /** The names of an enum as pipeline files spell them. */
    static ObjectNode choice(Enum<?>... values) {
        return choice(Arrays.stream(values).map(Spelled::of).toList());
    }

    static ObjectNode list(ObjectNode item) {
        ObjectNode type = type("array").put("minItems", 1);
        type.set("items", item);
        return type;
    }

    /** {@code [low, high]}. */
    static ObjectNode range() {
        return list(decimal()).put("minItems", 2).put("maxItems", 2);
    }

    static ObjectNode anyOf(ObjectNode... types) {
        ObjectNode type = JsonNodeFactory.instance.objectNode();
        ArrayNode all = type.putArray("anyOf");
        Arrays.stream(types).forEach(all::add);
        return type;
    }
}
