package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of every version of every query that a job has ever released, including those that it no longer releases:
 * a version that is used again must have the same meaning.
 *
 * <p><b>State.</b> One entry for each query and version, {@code meaning/QUERY/VERSION}: the parts of its {@link
 * QueryMeaning}.
 */
final class QueryMeanings {

    private static final String PREFIX = "meaning/";

    private final Map<String, QueryMeaning> known = new TreeMap<>();

    /** Takes an entry of state, if it is a meaning. */
    void restore(String key, String value) {
        if (key.startsWith(PREFIX)) {
            List<String> parts = List.of(value.split(" ", 3));
            int version = Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
            known.put(key, new QueryMeaning(version, parts.get(0), parts.get(1), Integer.parseInt(parts.get(2))));
        }
    }

    /**
     * The meaning of a query under a version; null if it was never released under it, or only by a build that did not
     * keep meanings.
     */
    @Nullable QueryMeaning of(String query, int version) {
        return known.get(key(query, version));
    }

    /**
     * Notes the present meaning of a query.
     *
     * @return what it meant under the same version before; null if that is not known
     */
    @Nullable QueryMeaning put(String query, QueryMeaning meaning) {
        return known.put(key(query, meaning.version()), meaning);
    }

    /** The entries of state. */
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
