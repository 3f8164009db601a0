package dev.weir.benchmarks;

/**
 * Measures the longest time between two requests for an event. Once the buffers after the generator are full, this is the
 * longest time for which the job stood still. Only the second half of a stream counts: during the first half the JVM compiles
 * the job, most units are new, and their tables grow repeatedly. The maximum is over all generators of the process.
 */
final class Gaps {

    private static volatile long longest;

    private long last = System.nanoTime();

    /**
     * Notes that an event has been requested.
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

    /** Returns the longest gap since the last call, in milliseconds. */
    static long takeLongestMillis() {
        long millis = longest / 1_000_000;
        longest = 0;
        return millis;
    }
}
