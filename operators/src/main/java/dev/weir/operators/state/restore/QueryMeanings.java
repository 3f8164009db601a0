package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every version of every query means that a job has ever released, those included that it releases no more: a version that
 * is used again must mean the same.
 *
 * <p><b>State.</b> One entry for each query and version, {@code meaning/QUERY/VERSION}: the parts of its {@link QueryMeaning}.
 */
final class QueryMeanings {

    private static final String PREFIX = "meaning/";

    private final Map<String, QueryMeaning> known = new TreeMap<>();

    /** Takes an entry of state, if it is one of these. */
    void restore(String key, String value) {
        if (key.startsWith(PREFIX)) {
            List<String> parts = List.of(value.split(" ", 3));
            int version = Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
            known.put(key, new QueryMeaning(version, parts.get(0), parts.get(1), Integer.parseInt(parts.get(2))));
        }
    }

    /** What a query meant under a version; null if it was not released under it, or not by a build that kept it. */
    @Nullable QueryMeaning of(String query, int version) {
        return known.get(key(query, version));
    }

    /**
     * Notes what a query means today.
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
