package dev.weir.jobs.record;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DecodedRecord;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a sample by the rules of {@link RecordReader}, and also returns the values of records whose keys are
 * not declared. The results are private. For use by one thread.
 */
public final class SampleReader {

    private final RecordReader reader;
    private final DecodedRecord decoded;

    /**
     * Creates a reader of samples of a pipeline.
     *
     * @param pipeline the pipeline; for CSV its columns must be known
     */
    public SampleReader(Pipeline pipeline) {
        reader = new RecordReader(pipeline);
        decoded = new DecodedRecord(pipeline.plan());
    }

    /**
     * Reads the next record.
     *
     * @param line the bytes of the record, without the line's end
     * @return false if the record is refused
     */
    public boolean read(byte[] line) {
        decoded.clear();
        reader.read(line, decoded);
        return decoded.rejection() == null;
    }

    /** The event time of the last record, epoch milliseconds. The record must not have been refused. */
    public long time() {
        return decoded.time();
    }

    /** The unit's id of the last record, in the form in which ids are compared. The id is empty where every record is a unit. */
    public String unit() {
        return new String(decoded.unit(), StandardCharsets.UTF_8);
    }

    /**
     * Returns the key by which a query groups the last record; null if the query's {@code where} excludes the record.
     *
     * @param query the number of the query in the plan
     */
    public @Nullable String key(int query) {
        return reader.key(query);
    }

    /**
     * Returns the number of the key under which a query takes the last record; empty if it does not.
     *
     * @param query the number of the query in the plan
     */
    public OptionalInt takenUnder(int query) {
        return decoded.takenUnder(query);
    }

    /**
     * Returns the values that an aggregate of a query reads from the last record. A text is represented by its index among the
     * texts that the aggregate distinguishes; any other text by -1.
     *
     * @param query the number of the query in the plan
     * @param aggregate the number of the aggregate in the query
     */
    public BigDecimal[] values(int query, int aggregate) {
        return reader.values(query, aggregate);
    }
}
