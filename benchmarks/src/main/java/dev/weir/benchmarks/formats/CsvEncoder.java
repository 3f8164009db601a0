package dev.weir.benchmarks.formats;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Lines of CSV. No text may have a quote, a comma or a line end.
 *
 * @param columns the columns, in order
 */
record CsvEncoder(List<Column> columns) implements RecordEncoder {

    @Override
    public String source(String schemaFile) {
        return "format: csv";
    }

    @Override
    public byte[] schema() {
        return new byte[0];
    }

    @Override
    public byte[] message(String[] texts) {
        return String.join(",", texts).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Recording recording(OutputStream out) throws IOException {
        return LineRecording.of(this, columns.stream().map(Column::name).collect(Collectors.joining(",")), out);
    }
}
