package dev.weir.benchmarks.formats;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Objects of JSON. Whole numbers are numbers, times and texts strings.
 *
 * @param columns the columns, in order
 */
record JsonEncoder(List<Column> columns) implements RecordEncoder {

    @Override
    public String source(String schemaFile) {
        return "format: json";
    }

    @Override
    public byte[] schema() {
        return new byte[0];
    }

    @Override
    public byte[] message(String[] texts) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < texts.length; i++) {
            Column column = columns.get(i);
            if (column.type() == Column.Type.WHOLE) {
                object.put(column.name(), Long.parseLong(texts[i]));
            } else {
                object.put(column.name(), texts[i]);
            }
        }
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Recording recording(OutputStream out) throws IOException {
        return LineRecording.of(this, "", out);
    }
}
