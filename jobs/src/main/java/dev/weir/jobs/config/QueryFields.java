package dev.weir.jobs.config;

import dev.weir.operators.identity.TaggedFields;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which fields of a record a query reads.
 *
 * @param where all of these hold for a record that the query takes; empty: every record
 * @param key the field that holds the grouping key
 * @param values for each aggregate, in order, the fields that it reads; none for a count
 * @param texts for each aggregate and field the texts that it tells apart in it; none if it reads numbers
 */
public record QueryFields(List<Condition> where, String key, List<List<String>> values, List<List<List<String>>> texts)
        implements Serializable {

    public QueryFields {
        where = List.copyOf(where);
        values = values.stream().map(List::copyOf).toList();
        texts = texts.stream().map(List::copyOf).toList();
    }

    /** Aggregates that all read numbers. */
    public QueryFields(List<Condition> where, String key, List<List<String>> values) {
        this(
                where,
                key,
                values,
                values.stream()
                        .map(names ->
                                names.stream().map(name -> List.<String>of()).toList())
                        .toList());
    }

    /** The fields that some aggregate reads as numbers. */
    public Stream<String> numbers() {
        return read(true);
    }

    /** The fields in which some aggregate tells texts apart. */
    public Stream<String> named() {
        return read(false);
    }

    private Stream<String> read(boolean asNumbers) {
        return IntStream.range(0, values.size()).boxed().flatMap(i -> IntStream.range(
                        0, values.get(i).size())
                .filter(j -> texts.get(i).get(j).isEmpty() == asNumbers)
                .mapToObj(j -> values.get(i).get(j)));
    }

    /** What the query reads, for a fingerprint. */
    TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        where.forEach(condition -> fields.put(1, condition.identity()));
        fields.put(2, key);
        for (List<String> read : values) {
            TaggedFields names = new TaggedFields();
            read.forEach(name -> names.put(1, name));
            fields.put(3, names);
        }
        return fields;
    }

    /** The names of all fields that the query reads. */
    Stream<String> names() {
        return Stream.of(
                        where.stream().flatMap(Condition::fields),
                        Stream.of(key),
                        values.stream().flatMap(List::stream))
                .flatMap(names -> names);
    }
}
