package dev.weir.jobs.config;

import dev.weir.jobs.format.RecordFormat;
import dev.weir.operators.encoding.Reads;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.time.text.TimeFormat;
import java.io.Serializable;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The source of records, and their format.
 *
 * @param kafka the topic; its names are empty if the pipeline is only ever replayed
 * @param format the format of the records
 * @param time the field that holds the event time
 * @param times how event times are written
 * @param unit the field that holds the privacy unit's id; empty where every record is a unit
 * @param lookups the fields that are looked up by fields of the record, with distinct names
 */
public record Source(Topic kafka, RecordFormat format, String time, TimeFormat times, String unit, List<Lookup> lookups)
        implements Serializable {

    /** The tag of the times' format in encodings, after all tags of formats of records. */
    private static final int TIMES = 15;

    public Source {
        lookups = List.copyOf(lookups);
    }

    /**
     * Creates a source without look-ups, whose times are written in {@link TimeFormat#STANDARD}.
     *
     * @param kafka the topic; its names are empty if the pipeline is only ever replayed
     * @param format the format of the records
     * @param time the field that holds the event time
     * @param unit the field that holds the privacy unit's id; empty where every record is a unit
     */
    public Source(Topic kafka, RecordFormat format, String time, String unit) {
        this(kafka, format, time, TimeFormat.STANDARD, unit, List.of());
    }

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
        TaggedFields identity = fields.identity();
        lookups(fields.names()).forEach(lookup -> identity.put(4, lookup.identity()));
        read.put(4, identity);
        Stream<String> own = withUnit ? Stream.of(time, unit) : Stream.of(time);
        format.identify(read, Stream.concat(own, fields.names().map(this::raw)));
        if (!times.equals(TimeFormat.STANDARD)) {
            read.put(TIMES, times.identity());
        }
        return HexFormat.of().formatHex(read.bytes());
    }

    /**
     * Returns the field of the record that holds, or determines, a field.
     *
     * @param field the name of a field of the record, or of one that is looked up
     * @return the same name for a field of the record
     */
    public String raw(String field) {
        return lookups.stream()
                .filter(lookup -> lookup.name().equals(field))
                .map(Lookup::from)
                .findFirst()
                .orElse(field);
    }

    /**
     * Returns the look-ups of some fields, in the order of the file.
     *
     * @param fields the names of fields, of which some may be looked up
     */
    public List<Lookup> lookups(Stream<String> fields) {
        Set<String> names = fields.collect(Collectors.toSet());
        return lookups.stream().filter(lookup -> names.contains(lookup.name())).toList();
    }

    /** Returns this source with another topic and other columns. */
    Source with(Topic topic, List<String> names) {
        return new Source(topic, format.withColumns(names), time, times, unit, lookups);
    }

    /**
     * Returns this source with records that are texts and have times that are written in another format, for records that are made up.
     *
     * @param written how event times are written
     */
    public Source madeUp(TimeFormat written) {
        return new Source(kafka, format.text(), time, written, unit, lookups);
    }

    /**
     * Returns this source with look-ups.
     *
     * @param added the fields that are looked up by fields of the record, with distinct names
     */
    public Source with(List<Lookup> added) {
        return new Source(kafka, format, time, times, unit, added);
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
