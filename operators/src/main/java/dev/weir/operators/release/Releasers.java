package dev.weir.operators.release;

import dev.weir.operators.query.PricedQuery;

/** The releaser of each kind of window. */
final class Releasers {

    private Releasers() {}

    /**
     * A releaser with nothing in it.
     *
     * @param release what closes a cell
     * @param keys the numbers of the group's keys of the query, in order
     */
    static Releaser of(PricedQuery priced, NoisyRelease release, int[] keys) {
        KeyAccounts accounts =
                new KeyAccounts(keys.length, row -> priced.query().keys().name(keys[row]));
        return new TumblingReleaser(release, keys, accounts);
    }
}
