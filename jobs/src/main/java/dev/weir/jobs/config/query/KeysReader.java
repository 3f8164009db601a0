package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.keys.KeySpace;
import java.util.List;
import java.util.Optional;

/** Reads a query's grouping key: none, or its fields and the declared keys. */
final class KeysReader {

    private final Section section;
    private final QueryContext context;
    private final boolean isNone;
    private final List<String> fields;

    KeysReader(Section query, QueryContext context) {
        this.section = query.section(KeyFields.KEY);
        this.context = context;
        this.isNone = query.has(KeyFields.KEY) && !query.isMap(KeyFields.KEY);
        this.fields = isNone ? List.of() : readFields();
    }

    private List<String> readFields() {
        if (section.has(KeyFields.FIELD) && section.has(KeyFields.FIELDS)) {
            section.problem(KeyFields.FIELDS, "exactly one of field and fields must be given");
        } else if (!section.has(KeyFields.FIELD) && !section.has(KeyFields.FIELDS)) {
            section.problem(KeyFields.FIELD, "must be given, or fields for several columns");
        }
        return section.has(KeyFields.FIELDS)
                ? section.read(KeyFields.FIELDS, List.of())
                : section.find(KeyFields.FIELD).map(List::of).orElse(List.of());
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
        boolean inline = section.has(KeyFields.DECLARED);
        boolean inFile = section.has(KeyFields.DECLARED_FILE);
        requireOne(inline, inFile);
        DeclaredReader reader = new DeclaredReader(section, context);
        Optional<KeySpace> keys = Optional.empty();
        if (inline != inFile && fields.size() == 1) {
            keys = new SingleKeys(reader).read();
        } else if (inline != inFile && fields.size() > 1) {
            keys = new CombinedKeys(reader, fields).read();
        }
        section.finish();
        return keys;
    }

    private void requireOne(boolean inline, boolean inFile) {
        if (inline && inFile) {
            section.problem(KeyFields.DECLARED_FILE, "exactly one of declared and declared-file must be given");
        } else if (!inline && !inFile && !section.has(KeyFields.DISCOVERED)) {
            section.problem(KeyFields.DECLARED, "declared or declared-file must be given");
        }
    }
}
