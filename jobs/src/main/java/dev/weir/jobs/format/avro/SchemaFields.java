package dev.weir.jobs.format.avro;

import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.time.text.TimeFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * Finds the fields of a pipeline in a schema, and says what cannot be read.
 *
 * @param schema the schema of a record
 */
record SchemaFields(Schema schema) {

    /** Returns what is wrong with a field, as a rule for the file of the schema; no value if it can be read. */
    Optional<String> problem(String field) {
        List<Schema> types = types(field);
        if (types.isEmpty()) {
            String near = Nearest.of(field, names());
            return Optional.of("must have the field " + field + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        return types.stream().anyMatch(ScalarSteps::isScalar)
                ? Optional.empty()
                : Optional.of("must have a number, text, time, enum or truth value as " + field + ", has "
                        + types.get(types.size() - 1).getType().getName()
                        + ": name a field inside a record or map; arrays and bytes are not read");
    }

    /**
     * Returns what is wrong with how times are said to be written, as a rule for that; no value if the field may have such times.
     *
     * @param field the field of event times
     * @param times how they are said to be written
     */
    Optional<String> timeProblem(String field, TimeFormat times) {
        boolean isIso = times.form().isEmpty() || times.form().equals("iso");
        return types(field).stream()
                .map(ScalarSteps::logical)
                .flatMap(logical -> timeProblem(logical, times, isIso).stream())
                .findFirst()
                .map(rule -> rule + ", which is how a record has " + field);
    }

    private static Optional<String> timeProblem(String logical, TimeFormat times, boolean isIso) {
        if (logical.startsWith("timestamp-") && !isIso) {
            return Optional.of("must be iso, or be left out, for " + logical);
        }
        if (logical.startsWith("local-timestamp-") && (!isIso || times.zone() == null)) {
            return Optional.of("must be iso, or be left out, with a time-zone, for " + logical);
        }
        if (logical.equals("date") && isIso) {
            return Optional.of("must be uuuu-MM-dd with a time-zone for date");
        }
        return logical.startsWith("time-") ? Optional.of("must be of dates, not of " + logical) : Optional.empty();
    }

    /** Returns the types that a field may have; none if no record has it. */
    List<Schema> types(String field) {
        List<Schema> found = new ArrayList<>();
        FieldPath.follow(schema, field, (at, rest) -> {
            if (rest.isEmpty() && !at.isUnion()) {
                found.add(at);
            }
        });
        return found;
    }

    /** The dotted paths of all fields, but for those of records in records in records. */
    private Collection<String> names() {
        Set<String> names = new TreeSet<>();
        schema.getFields().forEach(field -> {
            names.add(field.name());
            inner(field.schema()).forEach(inner -> names.add(field.name() + "." + inner.name()));
        });
        return names;
    }

    private static Stream<Schema.Field> inner(Schema type) {
        Stream<Schema> types = type.isUnion() ? type.getTypes().stream() : Stream.of(type);
        return types.filter(each -> each.getType() == Schema.Type.RECORD).flatMap(each -> each.getFields().stream());
    }
}
