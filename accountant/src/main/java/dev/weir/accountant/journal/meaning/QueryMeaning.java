package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.Require;
import java.util.List;
import java.util.Optional;

/**
 * What the releases of a query mean under one version, in parts that are compared apart: the id of a release names the version,
 * so that under one version a query must go on with the same prices and cells, while the keys that it releases may come and go.
 *
 * <p>What is only told (the topic of releases) is in the claim, once for all queries of a pipeline.
 *
 * @param version the query's version, at least 1
 * @param cells a digest of everything that sets a price or a cell: records that are read, windows, bounds, share, contributions,
 *     aggregates, noise
 * @param keys a digest of the keys that are released, in their order
 * @param keyCount how many keys are released in every window
 */
public record QueryMeaning(int version, String cells, String keys, int keyCount) {

    /** @throws IllegalArgumentException if the version is below 1 or the number of keys below 0 */
    public QueryMeaning {
        Require.atLeast("version", version, 1);
        Require.atLeast("number of keys", keyCount, 0);
    }

    /**
     * What is wrong with queries whose meaning contradicts an earlier one.
     *
     * @param queries their names and versions
     */
    public static String contradiction(List<String> queries) {
        return "under the same version as before these queries read, bound, spend or release something else: "
                + String.join(", ", queries);
    }

    /** The query's name with its version, in words. */
    public String named(String query) {
        return query + " (version " + version + ")";
    }

    /** Whether a release could have another value by the one than by the other, and the same id. */
    public boolean contradicts(QueryMeaning other) {
        return version == other.version && !cells.equals(other.cells);
    }

    /**
     * What is told of keys that have changed since an earlier start: their numbers and never their names.
     *
     * @param query the name of the query
     * @param earlier the meaning at the earlier start
     * @return a line; empty if the keys are the same
     */
    public Optional<String> newKeys(String query, QueryMeaning earlier) {
        return keys.equals(earlier.keys)
                ? Optional.empty()
                : Optional.of("query " + query + " has other keys than before, or in another order (" + earlier.keyCount
                        + " before, " + keyCount + " now): its open windows are dropped");
    }
}
