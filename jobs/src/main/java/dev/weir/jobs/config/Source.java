package dev.weir.jobs.config;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where records come from and how they are written.
 *
 * @param kafka the topic, empty where the pipeline is only ever replayed
 * @param format how a record is written
 * @param columns the names of the columns of a CSV record, in order; empty for JSON, and where a file's first line names
 *     them
 * @param time the field that holds the event time
 * @param unit the field that holds the privacy unit's id; empty where every record is a unit
 * @param delimiter what separates the columns of a CSV record
 */
public record Source(Topic kafka, Format format, List<String> columns, String time, String unit, Delimiter delimiter)
        implements Serializable {

    public Source {
        columns = List.copyOf(columns);
    }

    /** A source whose columns, if any, are separated by commas. */
    @SuppressWarnings("ParameterNumber") // they are the components of the record
    public Source(Topic kafka, Format format, List<String> columns, String time, String unit) {
        this(kafka, format, columns, time, unit, Delimiter.COMMA);
    }

    /** The same records from another topic, with other columns. */
    Source with(Topic topic, List<String> names) {
        return new Source(topic, format, names, time, unit, delimiter);
    }

    /** What separates the columns of a CSV record. */
    public enum Delimiter {
        /** As in RFC 4180. */
        COMMA(','),
        /** As programs write it where the comma stands before decimals. */
        SEMICOLON(';'),
        /** As in tab-separated values. */
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

        /** How it is written in a pipeline file. */
        public String spelled() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How a record is written. */
    public enum Format {
        /** RFC 4180, one line a record. */
        CSV,
        /** One object a record; dotted paths reach into objects. */
        JSON
    }

    /**
     * A topic and how to reach it.
     *
     * @param brokers host:port pairs, separated by commas; empty if not given
     * @param topic the topic's name; empty if not given
     * @param start where a job without state begins
     * @param group the consumer group
     * @param properties further client properties, from the properties file
     */
    public record Topic(String brokers, String topic, Start start, String group, Map<String, String> properties)
            implements Serializable {

        public Topic {
            properties = Map.copyOf(properties);
        }

        /** Names brokers and topic alone: properties may hold passwords. */
        @Override
        public String toString() {
            return topic + " at " + brokers;
        }
    }

    /** Where a job without state begins. */
    public enum Start {
        /** At the oldest record that the topic still holds. */
        EARLIEST,
        /** At what is written from now on. */
        LATEST
    }
}
