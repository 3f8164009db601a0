package dev.weir.jobs.config;

import dev.weir.jobs.format.RecordFormat;
import dev.weir.operators.encoding.Reads;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The source of records, and their format.
 *
 * @param kafka the topic; its names are empty if the pipeline is only ever replayed
 * @param format the format of the records
 * @param time the field that holds the event time
 * @param unit the field that holds the privacy unit's id; empty where every record is a unit
 */
public record Source(Topic kafka, RecordFormat format, String time, String unit) implements Serializable {

    /**
     * The names of the columns of a record, in order. Empty if records name their fields, or if the columns are not known yet,
     * because the first line of a recording names them.
     */
    public List<String> columns() {
        return format.columns();
    }

    /**
     * Encodes which fields a query reads and how, so that the text changes if one of these fields or the way of reading it
     * changes.
     *
     * @param fields the fields
     */
    public Reads reads(QueryFields fields) {
        return new Reads(words(fields, false), words(fields, true));
    }

    /** Includes the field of the units' ids where states of earlier builds have it. */
    private String words(QueryFields fields, boolean withUnit) {
        TaggedFields read = new TaggedFields()
                .put(1, format.word().toUpperCase(Locale.ROOT))
                .put(2, time);
        if (withUnit) {
            read.put(3, unit);
        }
        read.put(4, fields.identity());
        Stream<String> own = withUnit ? Stream.of(time, unit) : Stream.of(time);
        format.identify(read, Stream.concat(own, fields.names()));
        return HexFormat.of().formatHex(read.bytes());
    }

    /** Returns this source with another topic and other columns. */
    Source with(Topic topic, List<String> names) {
        return new Source(topic, format.withColumns(names), time, unit);
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
