package dev.weir.operators.release;

/**
 * A key that nobody declared and that a window has announced, with its noisy numbers. Both may be published.
 *
 * @param text the text of the key
 * @param values the measured numbers of the query's aggregates, in grid steps
 */
record AnnouncedKey(String text, long[] values) {}
