package dev.weir.operators.release;

/**
 * The outcome of closing a cell for one key. It has only flat fields, because it may be serialized between operators.
 *
 * @param kind whether the outcome is a released value, a refusal, the exact value for teaching, or the end of a window
 * @param query the query's number in the plan
 * @param key the text of the key; empty for the end of a window
 * @param start the start of the window, epoch milliseconds
 * @param end the end of the window, epoch milliseconds
 * @param step the number of the step in its series, from 1; 0 if every cell has independent noise
 * @param window the number of the window among those of its query ({@link dev.weir.operators.time.Window#named}), from 1; 0 if windows have no names
 * @param charge the price of the release for its key, in units of 10<sup>-15</sup> of the budget's currency, at least
 * 0. The price depends on configuration alone and is stated even if the query does not limit the loss of keys. The
 * charge is 0 if nothing was released, and from the second release of a series on
 * @param values the measured numbers of the query's aggregates, in grid steps; empty for a refusal
 */
public record Outcome(
        Kind kind, int query, String key, long start, long end, long step, int window, long charge, long[] values) {

    /**
     * Creates the outcome for one key of a query whose windows have no names.
     *
     * @param kind whether the outcome is a released value, a refusal, or the exact value for teaching
     * @param query the query's number in the plan
     * @param key the text of the key
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     * @param step the number of the step in its series, from 1; 0 if every cell has independent noise
     * @param charge the price of the release for its key, in units of 10<sup>-15</sup> of the budget's currency, at
     * least 0
     * @param values the measured numbers of the query's aggregates, in grid steps; empty for a refusal
     */
    public Outcome(Kind kind, int query, String key, long start, long end, long step, long charge, long[] values) {
        this(kind, query, key, start, end, step, 0, charge, values);
    }

    /**
     * Creates the outcome for one key of a query whose cells have independent noise.
     *
     * @param kind whether the outcome is a released value, a refusal, or the exact value for teaching
     * @param query the query's number in the plan
     * @param key the text of the key
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     * @param charge the price of the release for its key, in units of 10<sup>-15</sup> of the budget's currency, at
     * least 0
     * @param values the measured numbers of the query's aggregates, in grid steps; empty for a refusal
     */
    public Outcome(Kind kind, int query, String key, long start, long end, long charge, long[] values) {
        this(kind, query, key, start, end, 0, 0, charge, values);
    }

    /**
     * Creates the outcome that all keys of a window have been drawn.
     *
     * @param query the query's number in the plan
     * @param start the start of the window's last cell, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     */
    public static Outcome closed(int query, long start, long end) {
        return new Outcome(Kind.CLOSED, query, "", start, end, 0, new long[0]);
    }

    /** The kinds of outcomes. */
    public enum Kind {
        /** A noisy value, which may be published. */
        RELEASED,
        /** The key's account refused the charge. This fact may be published. */
        WITHHELD,
        /** The exact value, which is private. */
        EXACT,
        /**
         * All keys of a window have been drawn, of a query whose keys nobody declared. It is written into the ledger and has no copy elsewhere.
         */
        CLOSED
    }

    /** Names the release, without its value. Exact values may be of keys that were not announced, so their keys are left out. */
    @Override
    public String toString() {
        return kind + " " + query + (kind == Kind.EXACT ? "" : "/" + key) + "/" + end;
    }
}
