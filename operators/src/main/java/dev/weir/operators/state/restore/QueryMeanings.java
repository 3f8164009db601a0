package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of every version of every query that a job has ever released. Queries that are no longer released are
 * included, because a version that is used again must have the same meaning.
 *
 * <p><b>State.</b> One entry for each query and version, with the key {@code meaning/QUERY/VERSION} and the parts of
 * the {@link QueryMeaning} as value.
 */
final class QueryMeanings {

    private static final String PREFIX = "meaning/";

    private final Map<String, QueryMeaning> known = new TreeMap<>();

    /** Adds the meaning in an entry of state. Ignores other entries. */
    void restore(String key, String value) {
        if (key.startsWith(PREFIX)) {
            List<String> parts = List.of(value.split(" ", 3));
            int version = Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
            known.put(key, new QueryMeaning(version, parts.get(0), parts.get(1), Integer.parseInt(parts.get(2))));
        }
    }

    /**
     * The meaning of a query under a version; null if the query was never released under this version, or only by a
     * build that did not keep meanings.
     */
    @Nullable QueryMeaning of(String query, int version) {
        return known.get(key(query, version));
    }

    /**
     * Notes the present meaning of a query.
     *
     * @return the earlier meaning under the same version; null if no earlier meaning is known
     */
    @Nullable QueryMeaning put(String query, QueryMeaning meaning) {
        return known.put(key(query, meaning.version()), meaning);
    }

    /** The entries for the state. */
    Map<String, String> entries() {
        Map<String, String> entries = new TreeMap<>();
        known.forEach(
                (key, meaning) -> entries.put(key, meaning.cells() + " " + meaning.keys() + " " + meaning.keyCount()));
        return entries;
    }

    private static String key(String query, int version) {
        return PREFIX + query + "/" + version;
    }
}
