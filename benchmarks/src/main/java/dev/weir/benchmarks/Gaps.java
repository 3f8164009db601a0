package dev.weir.benchmarks;

/**
 * The longest time between two events that a generator was asked for: how long the job stood still, as soon as the buffers
 * behind the generator are full. Only the second half of a stream counts: in the first the job is compiled, most units come
 * for the first time, and the tables that they are kept in are made larger again and again. The longest gap is that of all
 * generators of a process together.
 */
final class Gaps {

    private static volatile long longest;

    private long last = System.nanoTime();

    /**
     * An event is asked for.
     *
     * @param counts whether the event is in the second half of the stream
     */
    void tick(boolean counts) {
        long now = System.nanoTime();
        if (counts && now - last > longest) {
            longest = now - last;
        }
        last = now;
    }

    /** The longest gap since the last time that it was asked for, in milliseconds. */
    static long takeLongestMillis() {
        long millis = longest / 1_000_000;
        longest = 0;
        return millis;
    }
}
