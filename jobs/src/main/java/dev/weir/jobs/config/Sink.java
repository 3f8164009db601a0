package dev.weir.jobs.config;

import dev.weir.jobs.format.registry.access.RowRegistry;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The topics that a job writes, on the brokers of its source.
 *
 * @param released the topic of noisy rows; public
 * @param withheld the topic of the ids of releases that a key account withheld; public
 * @param deadLetter the topic of rejected records; private
 * @param ledger the topic of the domain's releases and spending; private, and shared by all pipelines of the domain
 * @param skipPresent whether a start looks for rows that are in the topics already, so that they are not written again
 * @param form the form of the rows that are written from now on
 * @param registry the registry of the rows' schemas; null if they have none
 */
public record Sink(
        String released,
        String withheld,
        String deadLetter,
        String ledger,
        boolean skipPresent,
        Form form,
        @Nullable RowRegistry registry)
        implements Serializable {

    /** The word of the layout of rows that are objects with objects in them. */
    public static final String NESTED = "nested";

    /** The word of the layout of rows that have a column for each number. */
    public static final String FLAT = "flat";

    /** The form of rows: their layout, and their format. A row keeps the form in which it was drawn. */
    public enum Form {
        /** An object of JSON with objects in it. */
        NESTED_JSON,
        /** An object of JSON with a field for each column. */
        FLAT_JSON,
        /** A line of CSV with a cell for each column. */
        FLAT_CSV,
        /** A record of Avro with a field for each column, behind the fingerprint of its schema. */
        FLAT_AVRO,
        /** A record of Avro with a field for each column, behind the header of a schema registry. */
        FLAT_AVRO_CONFLUENT;

        /** Whether Flink's format of JSON reads the rows as columns. */
        public boolean isFlatJson() {
            return this == FLAT_JSON;
        }
    }

    /**
     * The topic of the register of domains. A pipeline file cannot change this name, and no other topic may have it.
     */
    public static final String REGISTER = "weir-domains";

    /**
     * Creates topics to which rows may be written again after a failure.
     *
     * @param released the topic of noisy rows; public
     * @param withheld the topic of the ids of releases that a key account withheld; public
     * @param deadLetter the topic of rejected records; private
     * @param ledger the topic of the domain's releases and spending; private
     */
    public Sink(String released, String withheld, String deadLetter, String ledger) {
        this(released, withheld, deadLetter, ledger, false);
    }

    /**
     * Creates topics of nested rows.
     *
     * @param released the topic of noisy rows; public
     * @param withheld the topic of the ids of releases that a key account withheld; public
     * @param deadLetter the topic of rejected records; private
     * @param ledger the topic of the domain's releases and spending; private
     * @param skipPresent whether a start looks for rows that are in the topics already
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public Sink(String released, String withheld, String deadLetter, String ledger, boolean skipPresent) {
        this(released, withheld, deadLetter, ledger, skipPresent, Form.NESTED_JSON, null);
    }

    /**
     * Returns this sink with another registry.
     *
     * @param other the registry
     */
    public Sink with(RowRegistry other) {
        return new Sink(released, withheld, deadLetter, ledger, skipPresent, form, other);
    }
}
