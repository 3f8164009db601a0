package dev.weir.jobs.released.row;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.released.FlatColumn;
import dev.weir.jobs.released.FlatTable;
import dev.weir.jobs.released.FlatType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes flat rows as objects of JSON. Every row has every column; a column without content is null. */
final class JsonColumns implements FlatEncoder {

    @Override
    public byte[] encode(FlatTable table, JsonNode line) {
        return JsonText.write(json -> {
                    json.writeStartObject();
                    for (FlatColumn column : table.columns()) {
                        json.writeFieldName(column.name());
                        write(json, column.type(), column.path().in(line));
                    }
                    json.writeEndObject();
                })
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void write(JsonGenerator json, FlatType type, JsonNode content) throws IOException {
        if (content.isMissingNode() || content.isNull()) {
            json.writeNull();
        } else if (type.kind() == FlatType.Kind.TEXT && !content.isTextual()) {
            json.writeString(content.toString());
        } else if (content.isNumber() && type.kind() == FlatType.Kind.DOUBLE) {
            json.writeNumber(content.doubleValue());
        } else if (content.isNumber()) {
            json.writeNumber(content.decimalValue());
        } else if (content.isArray()) {
            json.writeStartArray();
            for (JsonNode element : content) {
                write(json, type.elements(), element);
            }
            json.writeEndArray();
        } else if (content.isObject()) {
            writeNumbers(json, content);
        } else if (content.isBoolean()) {
            json.writeBoolean(content.booleanValue());
        } else {
            json.writeString(content.textValue());
        }
    }

    private static void writeNumbers(JsonGenerator json, JsonNode numbers) throws IOException {
        json.writeStartObject();
        for (var number : numbers.properties()) {
            json.writeFieldName(number.getKey());
            write(json, FlatType.DOUBLE, number.getValue());
        }
        json.writeEndObject();
    }

    /** Returns the text of one content, as it stands in a row. */
    static String text(FlatType type, JsonNode content) {
        return JsonText.write(json -> write(json, type, content));
    }
}
