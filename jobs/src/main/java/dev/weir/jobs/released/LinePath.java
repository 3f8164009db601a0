package dev.weir.jobs.released;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The place of a column's content in the line of a row.
 *
 * @param steps from the whole line to the content: the name of a field, the number of an element, or {@link #EACH}
 */
public record LinePath(List<Object> steps) implements Serializable {

    /** The step to every element of a list: what follows is found in each, and the results are a list. */
    public static final Integer EACH = -1;

    private static final ObjectMapper JSON = new ObjectMapper();

    public LinePath {
        steps = List.copyOf(steps);
    }

    /**
     * Creates a path of names.
     *
     * @param names the names of the fields, from the outermost
     */
    public static LinePath of(String... names) {
        return new LinePath(List.of((Object[]) names));
    }

    /**
     * This path and one step more.
     *
     * @param step the name of a field, the number of an element, or {@link #EACH}
     */
    public LinePath then(Object step) {
        List<Object> longer = new ArrayList<>(steps);
        longer.add(step);
        return new LinePath(longer);
    }

    /**
     * Returns the content at this place; a missing or null node if there is none.
     *
     * @param line the whole line
     */
    public JsonNode in(JsonNode line) {
        return in(line, 0);
    }

    private JsonNode in(JsonNode node, int from) {
        JsonNode found = node;
        for (int at = from; at < steps.size(); at++) {
            Object step = steps.get(at);
            if (step.equals(EACH)) {
                return each(found, at + 1);
            }
            found = step instanceof Integer element ? found.path(element) : found.path((String) step);
        }
        return found;
    }

    private JsonNode each(JsonNode list, int from) {
        if (!list.isArray()) {
            return MissingNode.getInstance();
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        list.forEach(element -> all.add(in(element, from)));
        return all;
    }

    /**
     * Writes the places of columns as the text of an option.
     *
     * @param paths the places by the names of their columns
     */
    public static String text(Map<String, LinePath> paths) {
        ObjectNode all = JSON.createObjectNode();
        paths.forEach((column, path) -> all.set(column, JSON.valueToTree(path.steps)));
        return all.toString();
    }

    /**
     * Reads the places of columns.
     *
     * @param text a text that {@link #text} has returned
     * @throws JsonProcessingException if it is another text
     */
    public static Map<String, LinePath> parse(String text) throws JsonProcessingException {
        Map<String, LinePath> paths = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> column : JSON.readTree(text).properties()) {
            List<Object> steps = new ArrayList<>();
            column.getValue().forEach(step -> steps.add(step.isInt() ? (Object) step.intValue() : step.textValue()));
            paths.put(column.getKey(), new LinePath(steps));
        }
        return paths;
    }
}
