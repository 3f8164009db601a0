package dev.weir.jobs.format;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * JSON, one object for each record. A field is named by its dotted path, such as {@code user.id} for a field of an inner
 * object.
 */
public record JsonFormat() implements RecordFormat.Text {

    /** The format among all formats. */
    public static final FormatKind KIND =
            new FormatKind("json", "one object a record", List.of(), (source, file, isRun) -> new JsonFormat());

    @Override
    public String word() {
        return KIND.word();
    }

    @Override
    public Splitter splitter(FieldNumbers numbers) {
        return new JsonSplitter(numbers);
    }

    @Override
    public String write(Map<String, String> values) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        values.forEach((field, value) -> {
            String[] path = field.split("\\.");
            ObjectNode object = record;
            for (String name : List.of(path).subList(0, path.length - 1)) {
                object = (ObjectNode) (object.has(name) ? object.get(name) : object.putObject(name));
            }
            object.put(path[path.length - 1], value);
        });
        return record.toString();
    }

    @Override
    public String malformed() {
        return "no JSON objects: check source.format";
    }
}
