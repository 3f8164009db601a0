package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.yaml.Origin;
import dev.weir.jobs.config.yaml.TextFile;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a query's grouping key: its field and the declared keys. */
public final class KeysReader {

    /** The field with the grouping key. */
    public static final Field<String> FIELD = Field.of(
                    "field", Literals.TEXT, "of the key: the field with the grouping key")
            .required();

    /** The field with the list of keys in the pipeline file. */
    public static final Field<List<String>> DECLARED = Field.of(
                    "declared",
                    ListType.of(Literals.TEXT),
                    "the keys, distinct. Each appears in every window, data or not; records with another key are left out")
            .neededIf("one of the two");

    /** The field with the name of a file of keys. */
    public static final Field<String> DECLARED_FILE = Field.of(
                    "declared-file", Literals.TEXT, "the same, one a line, in a file beside the pipeline file")
            .neededIf("one of the two");

    private static final Field<Section> DISCOVERED = Field.of("discovered", new MapType(List.of()), "");

    /** The section {@code key} of a query. */
    public static final Field<Section> KEY = Field.of(
                    "key",
                    MapType.of(Shape.of(FIELD, DECLARED, DECLARED_FILE)
                            .withOneOf(DECLARED, DECLARED_FILE)
                            .withLater(DISCOVERED)),
                    "what is grouped by")
            .required();

    private final Section section;
    private final QueryContext context;

    KeysReader(Section section, QueryContext context) {
        this.section = section;
        this.context = context;
    }

    String field() {
        return section.read(FIELD, "key");
    }

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> keys() {
        List<String> declared = declared();
        return declared.isEmpty() ? Optional.empty() : Optional.of(new DeclaredKeys(declared));
    }

    /** The declared keys in order, distinct; none if a problem has been noted. */
    private List<String> declared() {
        boolean inline = section.has(DECLARED);
        boolean inFile = section.has(DECLARED_FILE);
        requireOne(inline, inFile);
        List<String> keys = inline == inFile ? List.of() : inline ? inline() : inFile();
        section.finish();
        return keys;
    }

    private void requireOne(boolean inline, boolean inFile) {
        if (inline && inFile) {
            section.problem(DECLARED_FILE, "exactly one of declared and declared-file must be given");
        } else if (!inline && !inFile && !section.has(DISCOVERED)) {
            section.problem(DECLARED, "declared or declared-file must be given");
        }
    }

    private List<String> inline() {
        Set<String> seen = new HashSet<>();
        int before = section.problemsSoFar();
        List<String> keys =
                section.read(DECLARED.as(ListType.of(Literals.TEXT.map(key -> checked(key, seen)))), List.of());
        if (keys.isEmpty() && section.isSound(before)) {
            section.problem(DECLARED, "must hold at least one key");
        }
        return keys;
    }

    private String checked(String key, Set<String> seen) {
        if (key.getBytes(StandardCharsets.UTF_8).length > context.limits().keyBytes()) {
            throw new IllegalArgumentException(
                    "keys must have at most " + context.limits().keyBytes() + " bytes (limits.key-bytes), was "
                            + key.getBytes(StandardCharsets.UTF_8).length);
        }
        if (!seen.add(key)) {
            throw new IllegalArgumentException("keys must be distinct, was " + key + " twice");
        }
        return key;
    }

    private List<String> inFile() {
        return section.find(DECLARED_FILE).map(this::inFile).orElse(List.of());
    }

    private List<String> inFile(String path) {
        Path resolved = context.file().resolveSibling(path);
        try {
            List<String> keys = lines(TextFile.read(resolved), resolved);
            requireSome(keys, path);
            return keys;
        } catch (IOException e) {
            String rule = e instanceof CharacterCodingException ? "must be UTF-8" : "must exist and be readable";
            section.problem(DECLARED_FILE, rule + ", was " + path);
            return List.of();
        }
    }

    private void requireSome(List<String> keys, String path) {
        if (keys.isEmpty()) {
            section.problem(DECLARED_FILE, "must hold at least one key, was " + path);
        }
    }

    /** Reads one key from each line. Empty lines and a byte order mark are skipped. */
    private List<String> lines(String text, Path from) {
        List<String> keys = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int number = 0;
        for (String line : text.substring(text.startsWith("\ufeff") ? 1 : 0).split("\r?\n", -1)) {
            Origin origin = new Origin(from.toString(), ++number);
            if (!line.isEmpty()) {
                line(line, seen, origin).ifPresent(keys::add);
            }
        }
        return keys;
    }

    /** Reads the key on one line. A wrong key is noted as a problem, and the result is empty. */
    private Optional<String> line(String key, Set<String> seen, Origin origin) {
        try {
            return Optional.of(checked(key, seen));
        } catch (IllegalArgumentException e) {
            context.problems().add(origin, section.path(DECLARED_FILE), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
