package dev.weir.jobs.config;

import dev.weir.jobs.config.where.Condition;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * The fields of a record that a query reads.
 *
 * @param where the conditions that a record must all meet to be taken by the query; empty if every record is taken
 * @param keys the fields with the attributes of the grouping key, in order, distinct; empty if the query does not group
 * @param reads the fields that each aggregate reads, in order; an empty list for a count
 */
public record QueryFields(List<Condition> where, List<String> keys, List<List<Read>> reads) implements Serializable {

    /**
     * A field that an aggregate reads.
     *
     * @param field the name of the field
     * @param texts the texts that the aggregate distinguishes; empty if the aggregate reads the field as a number
     */
    public record Read(String field, List<String> texts) implements Serializable {

        public Read {
            texts = List.copyOf(texts);
        }

        /**
         * Returns a field that is read as a number.
         *
         * @param field the name of the field
         */
        public static Read number(String field) {
            return new Read(field, List.of());
        }

        private boolean isNumber() {
            return texts.isEmpty();
        }
    }

    /**
     * The fields of a query that groups by one field.
     *
     * @param where the conditions that a record must all meet to be taken by the query; empty if every record is taken
     * @param key the field with the grouping key
     * @param reads the fields that each aggregate reads, in order; an empty list for a count
     */
    public QueryFields(List<Condition> where, String key, List<List<Read>> reads) {
        this(where, List.of(key), reads);
    }

    public QueryFields {
        where = List.copyOf(where);
        keys = List.copyOf(keys);
        reads = reads.stream().map(List::copyOf).toList();
    }

    /** Returns the field with the grouping key of a query that groups by one field. */
    public String key() {
        if (keys.size() != 1) {
            throw new IllegalStateException("query must group by one field, groups by " + keys.size());
        }
        return keys.get(0);
    }

    /** Returns the fields that aggregates read as numbers. */
    public Stream<String> numbers() {
        return all().filter(Read::isNumber).map(Read::field);
    }

    /** Returns the fields in which aggregates distinguish texts. */
    public Stream<String> named() {
        return all().filter(read -> !read.isNumber()).map(Read::field);
    }

    private Stream<Read> all() {
        return reads.stream().flatMap(List::stream);
    }

    /** Encodes the fields that the query reads, for a fingerprint. Tags from 4 on are free for what the source knows of them. */
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        where.forEach(condition -> fields.put(1, condition.identity()));
        keys.forEach(key -> fields.put(2, key));
        for (List<Read> one : reads) {
            TaggedFields names = new TaggedFields();
            one.forEach(read -> names.put(1, read.field()));
            fields.put(3, names);
        }
        return fields;
    }

    /** Returns the names of all fields that the query reads, those that are looked up included. */
    public Stream<String> names() {
        return Stream.of(where.stream().flatMap(Condition::fields), keys.stream(), all().map(Read::field))
                .flatMap(names -> names);
    }
}
