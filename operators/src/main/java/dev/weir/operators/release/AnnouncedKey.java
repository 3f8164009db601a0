package dev.weir.operators.release;

/**
 * A key that nobody declared and that has been announced, with its noisy numbers of a window or step. Both may be published.
 *
 * @param text the text of the key
 * @param isFirst whether no earlier step of the same series has released the key
 * @param values the measured numbers of the query's aggregates, in grid steps
 */
record AnnouncedKey(String text, boolean isFirst, long[] values) {

    /** Returns a text without key and numbers, because revealed keys may not have been announced. */
    @Override
    public String toString() {
        return "AnnouncedKey";
    }
}
