package dev.weir.jobs.format.avro;

import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.binary.ScalarTexts;
import dev.weir.jobs.format.registry.BracketDepth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * What kinds of values the fields of a pipeline have by its own schema, which the schemas of messages must give them too. Two types are of one
 * kind if the same value has the same text by both: {@code int} and {@code long}, times in milliseconds and in microseconds, and enums with
 * other symbols, but not decimals of another scale.
 *
 * @param own the pipeline's schema, whose aliases are other names that its fields may have in messages
 */
record FieldKinds(Schema own) {

    /** The most brackets in each other, some 80 records in each other. */
    private static final int MOST_DEPTH = 256;

    /** Returns the kinds of a field's values; an empty text if no record has the field. */
    String of(String field) {
        return String.join(" or ", kinds(own, field));
    }

    /**
     * Returns where messages of any schema have a field: its kinds, and the other names under which it is looked for. With another alias the same
     * bytes can be another field. Returns an empty text if no record has the field.
     */
    String place(String field) {
        if (new SchemaFields(own).types(field).isEmpty()) {
            return "";
        }
        Set<String> aliases = new TreeSet<>();
        FieldPath.follow(own, field, (at, rest) -> addAliases(at, rest, aliases));
        return of(field) + " by a registry" + (aliases.isEmpty() ? "" : " with " + String.join(", ", aliases));
    }

    /** Adds the aliases of a field of the path, and those of its neighbours that have its name. */
    private static void addAliases(Schema from, List<String> rest, Set<String> aliases) {
        if (from.getType() == Schema.Type.RECORD && !rest.isEmpty()) {
            String name = rest.get(0);
            for (Schema.Field field : from.getFields()) {
                field.aliases().stream()
                        .filter(alias -> field.name().equals(name) || alias.equals(name))
                        .forEach(alias -> aliases.add("alias " + alias + " of " + field.name() + " in " + names(from)));
            }
        }
    }

    /** The names of a record, by which the library knows whether its aliases count. */
    private static String names(Schema from) {
        Set<String> all = new TreeSet<>(from.getAliases());
        all.add(from.getFullName());
        return String.join("|", all);
    }

    private static Set<String> kinds(Schema schema, String field) {
        return new SchemaFields(schema)
                .types(field).stream()
                        .filter(type -> type.getType() != Schema.Type.NULL)
                        .map(FieldKinds::kind)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String kind(Schema type) {
        String logical = ScalarSteps.logical(type);
        if (type.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
            return decimal.getPrecision() > ScalarTexts.MOST_DIGITS
                    ? "decimal of more than " + ScalarTexts.MOST_DIGITS + " digits"
                    : "decimal of scale " + decimal.getScale();
        }
        for (String times : List.of("local-timestamp", "timestamp", "time")) {
            if (logical.startsWith(times + "-")) {
                return times;
            }
        }
        return switch (type.getType()) {
            case INT, LONG -> logical.isEmpty() ? "long" : logical;
            case FIXED -> logical.isEmpty() ? "fixed" : logical;
            default -> type.getType().getName();
        };
    }

    /**
     * Reads a schema of messages, with its fields under the names that the pipeline's schema has for them. A registry may hold anything, for which
     * the library has exceptions of many kinds.
     *
     * @param text the schema in JSON
     * @return no value if it cannot be read
     */
    Optional<Schema> parsed(String text) {
        if (BracketDepth.isDeeper(text, MOST_DEPTH)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Schema.applyAliases(new Schema.Parser().parse(text), own));
        } catch (RuntimeException | StackOverflowError e) {
            return Optional.empty();
        }
    }

    /**
     * Returns why messages of a schema cannot be read as records of the pipeline; no value if they can.
     *
     * @param messages the schema, by {@link #parsed}
     * @param fields the fields that the pipeline reads; those that are none of its schema are not found in the record
     */
    Optional<String> misfit(Optional<Schema> messages, Collection<String> fields) {
        if (messages.isEmpty()) {
            return Optional.of("is no schema of Avro that can be read");
        }
        if (messages.get().getType() != Schema.Type.RECORD) {
            return Optional.of("is not that of a record");
        }
        return fields.stream()
                .filter(field -> !of(field).isEmpty())
                .flatMap(field -> misfit(messages.get(), field).stream())
                .findFirst();
    }

    private Optional<String> misfit(Schema messages, String field) {
        Set<String> written = kinds(messages, field);
        if (written.isEmpty() && !isNullable(field)) {
            return Optional.of("has no field " + field);
        }
        // a field that may be missing must not be so because a field in which it is has become another one
        Stream<String> paths = written.isEmpty() ? FieldNumbers.outer(field) : Stream.of(field);
        return paths.filter(path -> !kinds(own, path).containsAll(kinds(messages, path)))
                .map(path -> "has " + String.join(" or ", kinds(messages, path)) + " as " + path
                        + ", source.schema-file has " + of(path))
                .findFirst();
    }

    /** Whether a field may be null, or be in a map, or in a record that may be null. */
    private boolean isNullable(String field) {
        List<Schema.Type> types = new ArrayList<>();
        FieldPath.follow(own, field, (at, rest) -> types.add(at.getType()));
        return types.contains(Schema.Type.NULL) || types.contains(Schema.Type.MAP);
    }
}
