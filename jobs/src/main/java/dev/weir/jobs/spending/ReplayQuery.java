package dev.weir.jobs.spending;

import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.state.restore.Fingerprint;

/**
 * A query that a replay has released: the parts that the ids of its releases contain, and its meaning. It is
 * configuration, hence public.
 *
 * @param name the name of the query
 * @param version the version of the query
 * @param cells a digest of everything that sets a price or a cell ({@link Fingerprint}); empty if a line does not say it
 */
record ReplayQuery(String name, int version, String cells) {

    /** A query of today. */
    static ReplayQuery of(PricedQuery priced) {
        return new ReplayQuery(
                priced.query().name(),
                priced.query().version(),
                Fingerprint.meaning(priced).cells());
    }

    /** Whether releases of both have the same ids where their windows are the same: an id does not name the pipeline. */
    boolean hasSameIds(ReplayQuery other) {
        return name.equals(other.name) && version == other.version;
    }

    /**
     * Whether ids of the same name and version mean something else. A meaning that is not known counts as another one.
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
