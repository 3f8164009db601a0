package dev.weir.operators.time.text;

/**
 * Reads times from texts of one {@link TimeFormat}. Reading never fails, depends on nothing but the text and the format, and takes time
 * linear in the text's length. For use by one thread.
 */
@FunctionalInterface
public interface TimeReader {

    /** The result for a text that is not a time. */
    long NONE = Long.MIN_VALUE;
    /** The result for a time further than 8.64e15 ms from the epoch. */
    long BEYOND = Long.MIN_VALUE + 1;

    /**
     * Reads a time. What is finer than a millisecond is cut off.
     *
     * @param bytes the array with the text in UTF-8
     * @param from the index of the text's first byte
     * @param to the index after the text's last byte
     * @return epoch milliseconds, {@link #NONE} or {@link #BEYOND}
     */
    long read(byte[] bytes, int from, int to);

    /**
     * Whether the last time that was read is a local time that its zone has twice, or not at all, so that its instant is a matter of
     * the rule that {@link LocalTimes} states.
     */
    default boolean isAmbiguous() {
        return false;
    }
}
