package dev.weir.operators.keys;

import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.encoding.XxHash64;

/**
 * Assigns keys to key groups by the name of the query and the text of the key, so that a key's state is found again
 * after the plan has changed. State is assigned to subtasks by this route, so the function must never change.
 */
public final class KeyRouting {

    private KeyRouting() {}

    /**
     * Returns the route of a key, from which Flink derives the key group.
     *
     * @param query the query's name
     * @param key the key's text
     */
    public static int of(String query, String key) {
        TaggedFields names = new TaggedFields().put(1, query).put(2, key);
        return XxHash64.fold(XxHash64.of(names.bytes()));
    }
}
