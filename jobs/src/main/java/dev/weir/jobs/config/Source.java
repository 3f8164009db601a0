package dev.weir.jobs.config;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The source of records, and their format.
 *
 * @param kafka the topic; its names are empty if the pipeline is only ever replayed
 * @param format the format of a record
 * @param columns the names of the columns of a CSV record, in order; empty for JSON, or if the first line of a file
 *     names the columns
 * @param time the field with the event time
 * @param unit the field with the privacy unit's id; empty if every record is a unit
 * @param delimiter the separator of the columns of a CSV record
 */
public record Source(Topic kafka, Format format, List<String> columns, String time, String unit, Delimiter delimiter)
        implements Serializable {

    public Source {
        columns = List.copyOf(columns);
    }

    /**
     * Creates a source whose columns, if any, are separated by commas.
     *
     * @param kafka the topic; its names are empty if the pipeline is only ever replayed
     * @param format the format of a record
     * @param columns the names of the columns of a CSV record, in order; empty for JSON, or if the first line of a file
     *     names the columns
     * @param time the field with the event time
     * @param unit the field with the privacy unit's id; empty if every record is a unit
     */
    @SuppressWarnings("ParameterNumber") // the parameters are the components of the record
    public Source(Topic kafka, Format format, List<String> columns, String time, String unit) {
        this(kafka, format, columns, time, unit, Delimiter.COMMA);
    }

    /** Returns this source with another topic and other columns. */
    Source with(Topic topic, List<String> names) {
        return new Source(topic, format, names, time, unit, delimiter);
    }

    /** The separator of the columns of a CSV record. */
    public enum Delimiter {
        /** The comma of RFC 4180. */
        COMMA(','),
        /** The semicolon, which programs write where the comma separates decimals. */
        SEMICOLON(';'),
        /** The tab of tab-separated values. */
        TAB('\t'),
        /** A vertical bar. */
        BAR('|');

        private final char sign;

        Delimiter(char sign) {
            this.sign = sign;
        }

        /** Returns the separator character, which is ASCII. */
        public char sign() {
            return sign;
        }

        /** Returns the name of the separator in a pipeline file. */
        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The format of a record. */
    public enum Format {
        /** CSV by RFC 4180, one record on each line. */
        CSV,
        /** JSON, one object for each record; a dotted path names a field inside another object. */
        JSON
    }

    /**
     * A topic and its brokers.
     *
     * @param brokers host:port pairs, separated by commas; empty if not given
     * @param topic the name of the topic; empty if not given
     * @param start the place at which a job without state begins to read
     * @param group the consumer group
     * @param properties further client properties, from the properties file
     */
    public record Topic(String brokers, String topic, Start start, String group, Map<String, String> properties)
            implements Serializable {

        public Topic {
            properties = Map.copyOf(properties);
        }

        /** Returns topic and brokers only, because the properties may hold passwords. */
        @Override
        public String toString() {
            return topic + " at " + brokers;
        }
    }

    /** The place at which a job without state begins to read. */
    public enum Start {
        /** The oldest record that the topic still holds. */
        EARLIEST,
        /** The records that are written from now on. */
        LATEST
    }
}
