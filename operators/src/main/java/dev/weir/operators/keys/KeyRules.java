package dev.weir.operators.keys;

import dev.weir.operators.keys.text.WellFormedText;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;

/** Rules for declared keys. No message names a value. */
final class KeyRules {

    private KeyRules() {}

    /** Refuses a value that UTF-8 cannot hold. */
    static void requireWellFormed(String value) {
        if (!WellFormedText.isWellFormed(value)) {
            throw new IllegalArgumentException("declared keys must be texts that UTF-8 can hold");
        }
    }

    /** Refuses attributes of which two have the same name. */
    static void requireDistinct(List<String> attributes) {
        if (new HashSet<>(attributes).size() < attributes.size()) {
            throw new IllegalArgumentException("attributes of a key must be distinct");
        }
        if (attributes.size() == 1) {
            throw new IllegalArgumentException("named attributes of a key must be at least 2, was 1");
        }
    }

    /** Refuses levels whose attributes have no names, or one name for two. */
    static void requireNamed(List<String> attributes) {
        if (attributes.isEmpty() || new HashSet<>(attributes).size() < attributes.size()) {
            throw new IllegalArgumentException("attributes of levels must be at least one, and distinct");
        }
    }

    /** Refuses names of other values that do not fit the attributes, or that the keys do not declare. */
    static void requireDeclared(Others others, int attributes, List<String> known) {
        if (others.isNone()) {
            return;
        }
        if (others.names().size() != attributes) {
            throw new IllegalArgumentException("names of others must be one for each attribute");
        }
        List<String> names = others.names();
        boolean isDeclared = attributes == 1
                ? known.contains(names.get(0))
                : others.isTail()
                        ? known.contains(KeyName.ofValues(names).encoded())
                        : known.stream()
                                .map(key -> new KeyName(key, true).components())
                                .anyMatch(key -> IntStream.range(0, attributes)
                                        .allMatch(i -> names.get(i).isEmpty()
                                                || names.get(i)
                                                        .equals(key.get(i).orElse(""))));
        if (!isDeclared) {
            throw new IllegalArgumentException("names of others must be declared keys");
        }
    }
}
