package dev.weir.jobs.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.testing.published.RowReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * Reads every number of a line of {@code released.jsonl} or {@code withheld.jsonl}. A text or a null is the number 1 under its own
 * name. Of a long list the first and the last numbers are read, and the sum of the others.
 */
final class JsonNumbers implements RowReader {

    /** Lists are no longer than this, or only their two ends are read. */
    private static final int LONGEST = 64;

    private static final int END = LONGEST / 2;

    private final ObjectMapper json = new ObjectMapper();

    @Override
    public void read(byte[] line, Numbers numbers) {
        try {
            JsonNode row = json.readTree(line);
            if (row.has("step")) {
                numbers.take("step", row.get("step").doubleValue());
            }
            if (row.has("values")) {
                leaves("", row.get("values"), numbers);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a published line must be JSON", e);
        }
    }

    private static void leaves(String name, JsonNode node, Numbers numbers) {
        if (node.isObject()) {
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                leaves(name.isEmpty() ? field.getKey() : name + "." + field.getKey(), field.getValue(), numbers);
            }
        } else if (node.isArray()) {
            list(name, node, numbers);
        } else if (node.isNumber()) {
            numbers.take(name, node.doubleValue());
        } else {
            numbers.take(name + "=" + node.asText(), 1);
        }
    }

    private static void list(String name, JsonNode list, Numbers numbers) {
        double others = 0;
        for (int i = 0; i < list.size(); i++) {
            if (list.size() <= LONGEST || i < END || i >= list.size() - END) {
                leaves(name + "[" + i + "]", list.get(i), numbers);
            } else {
                others += list.get(i).asDouble();
            }
        }
        if (list.size() > LONGEST) {
            numbers.take(name + "[others]", others);
        }
    }
}
