package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.Require;
import java.util.List;
import java.util.Optional;

/**
 * The meaning of a query's releases under one version, in parts that are compared separately. The id of a release names
 * the version. Under one version a query must therefore keep its prices and cells, whereas its keys may change.
 *
 * <p>The topic of releases is not part of the meaning, because its change is only reported. It is in the claim, once
 * for all queries of a pipeline.
 *
 * @param version the query's version, at least 1
 * @param cells a digest of everything that determines a price or a cell: the records that are read, windows, bounds,
 * share, contributions, aggregates, noise
 * @param keys a digest of the keys that are released, in their order
 * @param keyCount the number of keys that are released in every window
 */
public record QueryMeaning(int version, String cells, String keys, int keyCount) {

    /** @throws IllegalArgumentException if the version is below 1 or the number of keys below 0 */
    public QueryMeaning {
        Require.atLeast("version", version, 1);
        Require.atLeast("number of keys", keyCount, 0);
    }

    /**
     * The message for queries whose meaning contradicts an earlier meaning.
     *
     * @param queries the names and versions of the queries
     */
    public static String contradiction(List<String> queries) {
        return "under the same version as before these queries read, bound, spend or release something else: "
                + String.join(", ", queries);
    }

    /**
     * States the query's name and version in words.
     *
     * @param query the name of the query
     */
    public String named(String query) {
        return query + " (version " + version + ")";
    }

    /**
     * Whether the two meanings can give releases with the same id and different values.
     *
     * @param other the meaning in the ledger or the configuration
     */
    public boolean contradicts(QueryMeaning other) {
        return version == other.version && !cells.equals(other.cells);
    }

    /**
     * The message for keys that have changed since an earlier start, with their numbers and never their names.
     *
     * @param query the name of the query
     * @param earlier the meaning at the earlier start
     * @return the message in one line; empty if the keys are the same
     */
    public Optional<String> newKeys(String query, QueryMeaning earlier) {
        return keys.equals(earlier.keys)
                ? Optional.empty()
                : Optional.of("query " + query + " has other keys than before, or in another order (" + earlier.keyCount
                        + " before, " + keyCount + " now): its open windows are dropped");
    }
}
