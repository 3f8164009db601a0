package dev.weir.jobs.config;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The source of records, and their format.
 *
 * @param kafka the topic, empty where the pipeline is only ever replayed
 * @param format the format of a record
 * @param columns the names of the columns of a CSV record, in order; empty for JSON, and where a file's first line names
 *     them
 * @param time the field that holds the event time
 * @param unit the field that holds the privacy unit's id; empty where every record is a unit
 * @param delimiter the separator of the columns of a CSV record
 */
public record Source(Topic kafka, Format format, List<String> columns, String time, String unit, Delimiter delimiter)
        implements Serializable {

    public Source {
        columns = List.copyOf(columns);
    }

    /**
     * A source whose columns, if any, are separated by commas.
     *
     * @param kafka the topic, empty where the pipeline is only ever replayed
     * @param format the format of a record
     * @param columns the names of the columns of a CSV record, in order; empty for JSON, and where a file's first line
     * names them
     * @param time the field that holds the event time
     * @param unit the field that holds the privacy unit's id; empty where every record is a unit
     */
    @SuppressWarnings("ParameterNumber") // they are the components of the record
    public Source(Topic kafka, Format format, List<String> columns, String time, String unit) {
        this(kafka, format, columns, time, unit, Delimiter.COMMA);
    }

    /** This source with another topic and other columns. */
    Source with(Topic topic, List<String> names) {
        return new Source(topic, format, names, time, unit, delimiter);
    }

    /** The separator of the columns of a CSV record. */
    public enum Delimiter {
        /** The comma of RFC 4180. */
        COMMA(','),
        /** The semicolon that programs write where the comma separates decimals. */
        SEMICOLON(';'),
        /** The tab of tab-separated values. */
        TAB('\t'),
        /** A vertical bar. */
        BAR('|');

        private final char sign;

        Delimiter(char sign) {
            this.sign = sign;
        }

        /** The character, which is ASCII. */
        public char sign() {
            return sign;
        }

        /** The name of the separator in a pipeline file. */
        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The format of a record. */
    public enum Format {
        /** CSV by RFC 4180, one record on each line. */
        CSV,
        /** JSON, one object for each record; dotted paths reach into objects. */
        JSON
    }

    /**
     * A topic and its brokers.
     *
     * @param brokers host:port pairs, separated by commas; empty if not given
     * @param topic the topic's name; empty if not given
     * @param start the place at which a job without state begins
     * @param group the consumer group
     * @param properties further client properties, from the properties file
     */
    public record Topic(String brokers, String topic, Start start, String group, Map<String, String> properties)
            implements Serializable {

        public Topic {
            properties = Map.copyOf(properties);
        }

        /** Names brokers and topic alone, because properties may hold passwords. */
        @Override
        public String toString() {
            return topic + " at " + brokers;
        }
    }

    /** The place at which a job without state begins. */
    public enum Start {
        /** The oldest record that the topic still holds. */
        EARLIEST,
        /** The records that are written from now on. */
        LATEST
    }
}
