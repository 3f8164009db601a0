package dev.weir.benchmarks.formats;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A recording with a line for each record.
 *
 * @param encoder makes the lines
 * @param out where they go
 */
record LineRecording(RecordEncoder encoder, OutputStream out) implements RecordEncoder.Recording {

    /**
     * Begins a recording.
     *
     * @param encoder makes the lines
     * @param header the line before the records; empty if there is none
     * @param out where they go
     */
    static LineRecording of(RecordEncoder encoder, String header, OutputStream out) throws IOException {
        if (!header.isEmpty()) {
            out.write((header + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return new LineRecording(encoder, out);
    }

    @Override
    public void add(String[] texts) throws IOException {
        out.write(encoder.message(texts));
        out.write('\n');
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
