package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.state.restore.Fingerprint;

/**
 * A query that a replay has released: the parts of its release ids, and a digest of its meaning. It is configuration,
 * hence public.
 *
 * @param name the name of the query
 * @param version the version of the query
 * @param cells a digest of everything that determines a price or a cell ({@link Fingerprint}); empty if the line of the ledger
 *     does not state the digest
 * @param keys the part of the budget's &delta; that pays for keys that nobody declared; 0 if keys are declared
 */
record ReplayQuery(String name, int version, String cells, Delta keys) {

    /** Creates a query whose keys are declared. */
    ReplayQuery(String name, int version, String cells) {
        this(name, version, cells, Delta.ZERO);
    }

    /** The query as the current plan defines it. */
    static ReplayQuery of(PricedQuery priced) {
        return new ReplayQuery(
                priced.query().name(),
                priced.query().version(),
                Fingerprint.meaning(priced).cells(),
                priced.query().keys().discovered().map(DiscoveredKeys::delta).orElse(Delta.ZERO));
    }

    /** Whether releases of both queries have the same ids in equal windows. An id does not name the pipeline. */
    boolean hasSameIds(ReplayQuery other) {
        return name.equals(other.name) && version == other.version;
    }

    /**
     * Whether the other query has the same name and version but another meaning. An unknown meaning counts as another
     * one.
     */
    boolean contradicts(ReplayQuery other) {
        return hasSameIds(other) && (cells.isEmpty() || !cells.equals(other.cells));
    }

    /** Name and version in words. */
    @Override
    public String toString() {
        return name + " (version " + version + ")";
    }
}
