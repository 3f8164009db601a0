package dev.weir.operators.query;

import java.io.Serializable;

/**
 * How one unit may spend on a query: first come, first kept. The unit's account bounds its influence with or without
 * them.
 *
 * @param keysPerWindow distinct keys a unit may touch in one window
 * @param recordsPerCell records a unit may add to one cell
 * @param cellsPerPeriod cells a unit may touch in its life
 * @param windowsPerPeriod windows a unit may touch in its life
 */
public record Bounds(int keysPerWindow, int recordsPerCell, int cellsPerPeriod, int windowsPerPeriod)
        implements Serializable {

    /** No bound. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** No bounds at all. */
    public static final Bounds NONE = new Bounds(UNBOUNDED, UNBOUNDED, UNBOUNDED, UNBOUNDED);

    public Bounds {
        requirePositive("keys-per-window", keysPerWindow);
        requirePositive("records-per-cell", recordsPerCell);
        requirePositive("cells-per-period", cellsPerPeriod);
        requirePositive("windows-per-period", windowsPerPeriod);
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }
}
