package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.query.KeyFields;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import java.util.List;
import java.util.Locale;

/** Rules about keys that are not groups of people, or that differ only in spelling. */
final class KeyRules {

    private KeyRules() {}

    private static Section key(ReadQuery query) {
        return query.section().section(KeyFields.KEY);
    }

    private static Field<?> field(ReadQuery query) {
        return KeyFields.grouping(key(query));
    }

    static void alike(ReadQuery query) {
        List<String> keys = query.query().keys().known();
        long distinct = keys.stream()
                .map(key -> key.strip().toLowerCase(Locale.ROOT))
                .distinct()
                .count();
        boolean arePadded = keys.stream().anyMatch(key -> !key.strip().equals(key));
        if (distinct < keys.size() || arePadded) {
            query.warn(
                    key(query),
                    key(query).has(KeyFields.DECLARED) ? KeyFields.DECLARED : KeyFields.DECLARED_FILE,
                    arePadded
                            ? "holds keys with blanks around them, which count: a record's key must have them, too"
                            : "holds keys that differ in capitals alone: each has rows of its own");
        }
    }

    static void byPerson(ReadQuery query) {
        String unit = query.file().pipeline().source().unit();
        if (!unit.isEmpty() && query.fields().keys().contains(unit)) {
            query.warn(
                    key(query),
                    field(query),
                    "is the field that names the unit: declared keys are public, and each row would be about one person");
        }
    }

    static void byTime(ReadQuery query) {
        String time = query.file().pipeline().source().time();
        if (query.fields().keys().contains(time)) {
            query.warn(key(query), field(query), "is the field of the time: group by window, and by what is counted");
        }
    }
}
