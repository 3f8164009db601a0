package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.settings.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What readers of declared keys share: the section, and the file of keys that it names.
 *
 * @param section the section {@code key} of a query
 * @param context the facts about the rest of the pipeline
 */
record DeclaredReader(Section section, QueryContext context) {

    boolean isInline() {
        return section.has(KeyFields.DECLARED);
    }

    /** A new check of keys, of which none has been there. */
    KeyValuesCheck check() {
        return new KeyValuesCheck(context.limits().keyBytes());
    }

    /** Whether {@code others} is a map from fields to names. */
    boolean hasOthersByField() {
        return section.isMap(KeyFields.OTHERS);
    }

    /** The one name of other values; empty if there is none, or a problem has been noted. */
    Optional<String> others() {
        return section.find(KeyFields.OTHERS.as(Literals.TEXT.map(check()::value)));
    }

    /** The name of the other values of each field that has one; empty if a problem has been noted. */
    Map<String, String> othersByField() {
        return section.read(KeyFields.OTHERS.as(new NamedType<>(Literals.TEXT.map(check()::value))), Map.of());
    }

    /** Notes a problem if there are no keys. */
    void requireSome(List<?> keys, int before) {
        if (keys.isEmpty() && section.isSound(before)) {
            section.problem(
                    isInline() ? KeyFields.DECLARED : KeyFields.DECLARED_FILE,
                    "must hold at least one key"
                            + section.find(KeyFields.DECLARED_FILE)
                                    .map(path -> ", was " + path)
                                    .orElse(""));
        }
    }

    /** The file of keys; empty if it cannot be read, which is noted as a problem. */
    Optional<PublicFile> file() {
        return section.find(KeyFields.DECLARED_FILE).flatMap(path -> {
            try {
                return Optional.of(PublicFile.read(context.file(), path));
            } catch (IllegalArgumentException e) {
                section.problem(KeyFields.DECLARED_FILE, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        });
    }

    /**
     * Reads lines of the file of keys. A wrong line is noted as a problem and left out.
     *
     * @param file the file
     * @param from the number of lines to leave out at the start
     * @param each reads a line; if it is wrong, throws an {@link IllegalArgumentException} with the rule
     */
    <T> List<T> lines(PublicFile file, int from, Function<PublicFile.Line, T> each) {
        List<T> read = new ArrayList<>();
        for (PublicFile.Line line : file.lines()
                .subList(Math.min(from, file.lines().size()), file.lines().size())) {
            try {
                read.add(each.apply(line));
            } catch (IllegalArgumentException e) {
                Origin origin = new Origin(file.path().toString(), line.number());
                context.problems().add(origin, section.path(KeyFields.DECLARED_FILE), String.valueOf(e.getMessage()));
            }
        }
        return read;
    }

    /** Whether the values of each field are declared. */
    boolean isProduct() {
        return section.isMap(KeyFields.DECLARED);
    }

    /** Notes a problem of the declared keys. */
    void problem(String rule) {
        section.problem(isInline() ? KeyFields.DECLARED : KeyFields.DECLARED_FILE, rule);
    }
}
