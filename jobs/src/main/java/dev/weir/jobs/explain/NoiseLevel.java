package dev.weir.jobs.explain;

/** Ratings of an error by its ratio to the value. */
public enum NoiseLevel {
    /** The error is below a tenth of the value. */
    NEGLIGIBLE(0.1),
    /** The error is below half of the value. */
    CLEAR(0.5),
    /** The error is below the value. */
    BLURRED(1),
    /** The error is as large as the value, or larger. */
    DROWNED(Double.POSITIVE_INFINITY);

    private final double end;

    NoiseLevel(double end) {
        this.end = end;
    }

    /**
     * Returns the level of an error.
     *
     * @param error the ratio of the error to the value; not a number counts as {@link #DROWNED}
     */
    public static NoiseLevel of(double error) {
        for (NoiseLevel level : values()) {
            if (error < level.end) {
                return level;
            }
        }
        return DROWNED;
    }
}
