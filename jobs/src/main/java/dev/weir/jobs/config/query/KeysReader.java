package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.KeySpace;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a query's grouping key: none, its fields and the declared keys, or its fields and how their keys are announced. */
final class KeysReader {

    private static final String NAMES =
            KeyFields.groupings().stream().map(Field::name).collect(Collectors.joining(", "));

    private final Section section;
    private final QueryContext context;
    private final boolean isNone;
    private final List<String> fields;
    private final LevelsReader levels;
    private final @Nullable DiscoveredReader discovered;

    KeysReader(Section query, QueryContext context) {
        this.section = query.section(KeyFields.KEY);
        this.context = context;
        this.isNone = query.has(KeyFields.KEY) && !query.isMap(KeyFields.KEY);
        this.levels = new LevelsReader(section);
        this.fields = isNone ? List.of() : readFields();
        this.discovered = !isNone && section.has(KeyFields.DISCOVERED) ? new DiscoveredReader(section, fields) : null;
    }

    private List<String> readFields() {
        List<Field<?>> given =
                KeyFields.groupings().stream().filter(section::has).toList();
        if (given.size() > 1) {
            section.problem(given.get(1), "exactly one of " + NAMES + " must be given");
        } else if (given.isEmpty()) {
            section.problem(KeyFields.FIELD, "must be given, or fields for several columns");
        }
        if (section.has(KeyFields.FIELD) || given.isEmpty()) {
            return section.find(KeyFields.FIELD).map(List::of).orElse(List.of());
        }
        return section.has(KeyFields.FIELDS) ? section.read(KeyFields.FIELDS, List.of()) : levels.fields();
    }

    /** The names of the fields with the attributes of the key, in order; none if all records have the same key. */
    List<String> fields() {
        return fields;
    }

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> keys() {
        if (isNone) {
            return Optional.of(KeySpace.none());
        }
        if (discovered != null) {
            return discovered.keys();
        }
        boolean inline = section.has(KeyFields.DECLARED);
        boolean inFile = section.has(KeyFields.DECLARED_FILE);
        requireOne(inline, inFile);
        Optional<KeySpace> keys =
                inline == inFile ? Optional.empty() : declared().flatMap(levels::above);
        section.finish();
        return keys;
    }

    /** Whether nobody declares the keys. */
    boolean areDiscovered() {
        return discovered != null;
    }

    /**
     * Returns what is released, and what else of a key is measured to decide whether it is announced.
     *
     * @param keys what {@link #keys} has returned
     * @param released what the query releases
     */
    List<Aggregate> measured(Optional<KeySpace> keys, List<Aggregate> released) {
        return discovered == null ? released : discovered.measured(keys, released);
    }

    /** The declared keys; with levels those of base cells. */
    private Optional<KeySpace> declared() {
        DeclaredReader reader = new DeclaredReader(section, context);
        if (fields.size() == 1 && !(levels.areSets() && reader.isProduct())) {
            return new SingleKeys(reader).read();
        }
        return fields.isEmpty() ? Optional.empty() : new CombinedKeys(reader, fields).read();
    }

    private void requireOne(boolean inline, boolean inFile) {
        if (inline && inFile) {
            section.problem(KeyFields.DECLARED_FILE, "exactly one of declared and declared-file must be given");
        } else if (!inline && !inFile) {
            section.problem(KeyFields.DECLARED, "declared, declared-file or discovered must be given");
        }
    }
}
