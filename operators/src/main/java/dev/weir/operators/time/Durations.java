package dev.weir.operators.time;

import java.time.Duration;

/** Writes durations as pipeline files do. */
public final class Durations {

    private static final long[] SIZES = {86_400_000L, 3_600_000L, 60_000L, 1000L};
    private static final String[] NAMES = {"d", "h", "m", "s"};

    private Durations() {}

    /**
     * Writes a duration in the largest unit that gives a whole number: {@code 500ms}, {@code 90s}, {@code 1h}, {@code 31d}.
     *
     * @param millis the duration in milliseconds, at least 0
     */
    public static String text(long millis) {
        return text(Duration.ofMillis(millis));
    }

    /**
     * Writes a duration in the largest unit that gives a whole number, as {@link #text(long)} does.
     *
     * @param duration the duration, not negative; parts of a millisecond are cut off
     */
    public static String text(Duration duration) {
        long millis = duration.toMillis();
        for (int i = 0; i < SIZES.length; i++) {
            if (millis != 0 && millis % SIZES[i] == 0) {
                return millis / SIZES[i] + NAMES[i];
            }
        }
        return millis == 0 ? "0s" : millis + "ms";
    }
}
