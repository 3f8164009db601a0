package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import java.util.List;
import java.util.Optional;

/**
 * Reads the declared keys of a query that groups by one field.
 *
 * @param reader reads the section
 */
record SingleKeys(DeclaredReader reader) {

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> read() {
        int before = reader.section().problemsSoFar();
        KeyValuesCheck check = reader.check();
        List<String> keys = reader.isInline() ? inline(check) : inFile(check);
        reader.requireSome(keys, before);
        Optional<String> others = others();
        others.filter(keys::contains)
                .ifPresent(name -> reader.section().problem(KeyFields.OTHERS, "must be no declared key, was " + name));
        if (!reader.section().isSound(before)) {
            return Optional.empty();
        }
        return Optional.of(
                others.map(name -> DeclaredKeys.withOthers(keys, name)).orElseGet(() -> new DeclaredKeys(keys)));
    }

    private Optional<String> others() {
        if (reader.hasOthersByField()) {
            reader.section().problem(KeyFields.OTHERS, "must be one name for a key of one field");
            return Optional.empty();
        }
        return reader.others();
    }

    private List<String> inline(KeyValuesCheck check) {
        return reader.section().read(KeyFields.DECLARED.as(ListType.of(Literals.TEXT.map(check::key))), List.of());
    }

    /** Reads one key from each line. Empty lines and a byte order mark are skipped. */
    private List<String> inFile(KeyValuesCheck check) {
        return reader.file()
                .map(file -> reader.lines(file, 0, line -> check.key(line.text())))
                .orElse(List.of());
    }
}
