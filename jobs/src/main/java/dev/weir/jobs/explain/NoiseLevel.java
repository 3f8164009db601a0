package dev.weir.jobs.explain;

/** Levels of the ratio of an error to its value. */
public enum NoiseLevel {
    /** The error hardly shows. */
    NEGLIGIBLE(0.1),
    /** The value stands out. */
    CLEAR(0.5),
    /** The value is blurred. */
    BLURRED(1),
    /** The value drowns in its error. */
    DROWNED(Double.POSITIVE_INFINITY);

    private final double end;

    NoiseLevel(double end) {
        this.end = end;
    }

    /**
     * The level of an error.
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
