package dev.weir.operators.keys;

import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.encoding.XxHash64;

/**
 * Assigns keys to key groups by the names of query and key, so that a changed plan finds a key's state where it was.
 * State is assigned by it, so it never changes.
 */
public final class KeyRouting {

    private KeyRouting() {}

    /**
     * The route of a key: Flink derives the key group from it.
     *
     * @param query the query's name
     * @param key the key's text
     */
    public static int of(String query, String key) {
        TaggedFields names = new TaggedFields().put(1, query).put(2, key);
        return XxHash64.fold(XxHash64.of(names.bytes()));
    }
}
