package dev.weir.jobs.config.query;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Checks declared keys one after the other: their lengths, and that none occurs twice. */
final class KeyValuesCheck {

    private final int mostBytes;
    private final Set<Object> seen = new HashSet<>();

    /** @param mostBytes the largest size of a key, or of the value of one of its attributes */
    KeyValuesCheck(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Returns a key if it is neither too long nor was there before. */
    String key(String key) {
        once(key, "keys must be distinct, was " + key + " twice");
        return key;
    }

    /** Returns a value if it is not too long. */
    String value(String value) {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > mostBytes) {
            throw new IllegalArgumentException(
                    "keys must have at most " + mostBytes + " bytes (limits.key-bytes), was " + bytes);
        }
        return value;
    }

    private void once(String key, String rule) {
        value(key);
        once((Object) key, rule);
    }

    /**
     * Refuses what was there before.
     *
     * @param rule the rule that it breaks then
     */
    void once(Object key, String rule) {
        if (!seen.add(key)) {
            throw new IllegalArgumentException(rule);
        }
    }
}
