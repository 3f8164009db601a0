package dev.weir.operators.release;

/**
 * What became of one context when its window closed. Flat, because it crosses an operator edge.
 *
 * @param kind a released value, a refusal, or the exact value for teaching
 * @param query the query's number in the plan
 * @param key the number of the declared key
 * @param windowEnd the end of the window, epoch milliseconds
 * @param values one an aggregate, in grid steps; empty for a refusal
 */
public record Outcome(Kind kind, int query, int key, long windowEnd, long[] values) {

    /** What an outcome is. */
    public enum Kind {
        /** A noisy value: may be published. */
        RELEASED,
        /** The key's account refused the context: may be published. */
        WITHHELD,
        /** The exact value: private. */
        EXACT
    }

    /** Names the context by number and says nothing of its value. */
    @Override
    public String toString() {
        return kind + " " + query + "/" + key + "/" + windowEnd;
    }
}
