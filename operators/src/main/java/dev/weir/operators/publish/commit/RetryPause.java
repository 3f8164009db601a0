package dev.weir.operators.publish.commit;

/**
 * The wait before a write with an unknown outcome is tried again. There is no wait after the first unknown outcome in a
 * row, one second after the second, and twice as long after each further one, up to a minute.
 *
 * @param failures the number of unknown outcomes in a row
 */
record RetryPause(int failures) {

    /** The pause without a failure. */
    static final RetryPause NONE = new RetryPause(0);

    /** The shortest pause above 0, in milliseconds. */
    static final long LEAST_MILLIS = 1000;

    private static final long MOST_MILLIS = 60_000;
    private static final int MOST_DOUBLINGS = 6;

    /** The pause after one more failure. */
    RetryPause longer() {
        return new RetryPause(Math.min(failures, MOST_DOUBLINGS + 1) + 1);
    }

    /** The pause in milliseconds. */
    long millis() {
        return failures <= 1 ? 0 : Math.min(MOST_MILLIS, LEAST_MILLIS << Math.min(failures - 2, MOST_DOUBLINGS));
    }
}
