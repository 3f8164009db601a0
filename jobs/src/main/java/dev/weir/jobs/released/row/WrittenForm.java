package dev.weir.jobs.released.row;

import dev.weir.jobs.config.Sink;
import dev.weir.operators.publish.row.PublishedRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Tells the form of a row by its bytes. A row keeps the form in which it was drawn, so a job can have rows of two forms to publish. In
 * flat rows the release id stands last, in Avro first.
 */
public final class WrittenForm {

    private static final byte[] SINGLE_OBJECT = {(byte) 0xC3, 1};
    private static final byte[] REGISTERED = {0};
    private static final int LONGEST_PREFIX = 5;

    private WrittenForm() {}

    /**
     * Returns the form of a row. Rows of other kinds than aggregates count as nested.
     *
     * @param row the row
     */
    public static Sink.Form of(PublishedRow row) {
        byte[] line = row.line();
        String id = row.releaseId();
        if (endsWith(line, "\"release_id\":\"" + id + "\"}")) {
            return Sink.Form.FLAT_JSON;
        }
        if (endsWith(line, "," + id)) {
            return Sink.Form.FLAT_CSV;
        }
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        if (isAvro(line, SINGLE_OBJECT, Long.BYTES, bytes)) {
            return Sink.Form.FLAT_AVRO;
        }
        return isAvro(line, REGISTERED, Integer.BYTES, bytes) ? Sink.Form.FLAT_AVRO_CONFLUENT : Sink.Form.NESTED_JSON;
    }

    private static boolean endsWith(byte[] line, String end) {
        byte[] bytes = end.getBytes(StandardCharsets.UTF_8);
        int from = line.length - bytes.length;
        return from >= 0 && Arrays.equals(line, from, line.length, bytes, 0, bytes.length);
    }

    /** Behind what names the schema stands the length of the id, in one to five bytes, and the id. */
    private static boolean isAvro(byte[] line, byte[] begin, int schemaBytes, byte[] id) {
        if (line.length < begin.length || !Arrays.equals(line, 0, begin.length, begin, 0, begin.length)) {
            return false;
        }
        for (int prefix = 1; prefix <= LONGEST_PREFIX; prefix++) {
            int from = begin.length + schemaBytes + prefix;
            int to = from + id.length;
            if (to <= line.length && Arrays.equals(line, from, to, id, 0, id.length)) {
                return true;
            }
        }
        return false;
    }
}
