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
    private static final byte[] FLAT_FIELD = "\"release_id\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] FLAT_END = {'"', '}'};
    private static final byte[] SEPARATOR = {','};
    private static final byte[] NOTHING = {};
    private static final int LONGEST_PREFIX = 5;

    private WrittenForm() {}

    /**
     * Returns the form of a row. Rows of other kinds than aggregates count as nested.
     *
     * @param row the row
     */
    public static Sink.Form of(PublishedRow row) {
        byte[] line = row.line();
        byte[] id = row.releaseId().getBytes(StandardCharsets.UTF_8);
        if (endsWith(line, FLAT_FIELD, id, FLAT_END)) {
            return Sink.Form.FLAT_JSON;
        }
        if (endsWith(line, SEPARATOR, id, NOTHING)) {
            return Sink.Form.FLAT_CSV;
        }
        if (isAvro(line, SINGLE_OBJECT, Long.BYTES, id)) {
            return Sink.Form.FLAT_AVRO;
        }
        return isAvro(line, REGISTERED, Integer.BYTES, id) ? Sink.Form.FLAT_AVRO_CONFLUENT : Sink.Form.NESTED_JSON;
    }

    /** Whether a line ends with three parts. It is asked for every row, so the parts are not joined. */
    private static boolean endsWith(byte[] line, byte[] begin, byte[] middle, byte[] end) {
        int lastAt = line.length - end.length;
        int middleAt = lastAt - middle.length;
        return isAt(line, middleAt - begin.length, begin) && isAt(line, lastAt, end) && isAt(line, middleAt, middle);
    }

    private static boolean isAt(byte[] line, int from, byte[] part) {
        int to = from + part.length;
        return from >= 0 && to <= line.length && Arrays.equals(line, from, to, part, 0, part.length);
    }

    /** Behind what names the schema stands the length of the id, in one to five bytes, and the id. */
    private static boolean isAvro(byte[] line, byte[] begin, int schemaBytes, byte[] id) {
        if (!isAt(line, 0, begin)) {
            return false;
        }
        for (int prefix = 1; prefix <= LONGEST_PREFIX; prefix++) {
            if (isAt(line, begin.length + schemaBytes + prefix, id)) {
                return true;
            }
        }
        return false;
    }
}
