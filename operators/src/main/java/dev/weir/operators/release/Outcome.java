package dev.weir.operators.release;

/**
 * What became of one key when a cell closed. Flat, because it may cross an operator edge.
 *
 * @param kind a released value, a refusal, or the exact value for teaching
 * @param query the query's number in the plan
 * @param key the text of the key
 * @param start the start of the window, epoch milliseconds
 * @param end the end of the window, epoch milliseconds
 * @param step the number of the step in its series, from 1; 0 where every cell has noise of its own
 * @param charge what the release costs its key, also if the query does not limit what is published about a key: in units of
 *     10<sup>-15</sup> of the budget's currency, at least 0, a function of configuration; 0 unless it was released, and from the second release of a series on
 * @param values in grid steps, one for each measured number of the query's aggregates; empty for a refusal
 */
public record Outcome(Kind kind, int query, String key, long start, long end, long step, long charge, long[] values) {

    /** What became of a key where every cell has noise of its own. */
    public Outcome(Kind kind, int query, String key, long start, long end, long charge, long[] values) {
        this(kind, query, key, start, end, 0, charge, values);
    }

    /** What an outcome is. */
    public enum Kind {
        /** A noisy value: may be published. */
        RELEASED,
        /** The key's account refused: may be published. */
        WITHHELD,
        /** The exact value: private. */
        EXACT
    }

    /** Names the release and holds no value. */
    @Override
    public String toString() {
        return kind + " " + query + "/" + key + "/" + end;
    }
}
