package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
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
final class KeysReader {

    private final Section section;
    private final QueryContext context;

    KeysReader(Section section, QueryContext context) {
        this.section = section;
        this.context = context;
    }

    String field() {
        return section.required("field", Literals::text, "key");
    }

    /** The keys; empty if a problem has been noted. */
    Optional<KeySpace> keys() {
        List<String> declared = declared();
        return declared.isEmpty() ? Optional.empty() : Optional.of(new DeclaredKeys(declared));
    }

    /** The declared keys in order, distinct; none if a problem has been noted. */
    private List<String> declared() {
        section.later("discovered");
        boolean inline = section.has("declared");
        boolean inFile = section.has("declared-file");
        requireOne(inline, inFile);
        List<String> keys = inline == inFile ? List.of() : inline ? inline() : inFile();
        section.finish();
        return keys;
    }

    private void requireOne(boolean inline, boolean inFile) {
        if (inline && inFile) {
            section.problem("declared-file", "exactly one of declared and declared-file must be given");
        } else if (!inline && !inFile && !section.has("discovered")) {
            section.problem("declared", "declared or declared-file must be given");
        }
    }

    private List<String> inline() {
        Set<String> seen = new HashSet<>();
        int before = section.problemsSoFar();
        List<String> keys = section.list("declared", item -> checked(Literals.text(item), seen));
        if (keys.isEmpty() && section.isSound(before)) {
            section.problem("declared", "must hold at least one key");
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
        return section.find("declared-file", Literals::text).map(this::inFile).orElse(List.of());
    }

    private List<String> inFile(String path) {
        Path resolved = context.file().resolveSibling(path);
        try {
            List<String> keys = lines(TextFile.read(resolved), resolved);
            requireSome(keys, path);
            return keys;
        } catch (IOException e) {
            String rule = e instanceof CharacterCodingException ? "must be UTF-8" : "must exist and be readable";
            section.problem("declared-file", rule + ", was " + path);
            return List.of();
        }
    }

    private void requireSome(List<String> keys, String path) {
        if (keys.isEmpty()) {
            section.problem("declared-file", "must hold at least one key, was " + path);
        }
    }

    /** One key a line; empty lines and a byte order mark are skipped. */
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

    /** The key on one line; nothing if it is wrong, which is noted. */
    private Optional<String> line(String key, Set<String> seen, Origin origin) {
        try {
            return Optional.of(checked(key, seen));
        } catch (IllegalArgumentException e) {
            context.problems().add(origin, section.path("declared-file"), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
