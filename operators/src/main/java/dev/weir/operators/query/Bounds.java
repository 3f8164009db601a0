package dev.weir.operators.query;

import dev.weir.operators.identity.TaggedFields;
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

    /** What the bounds are, for a fingerprint: a bound that is not set is no field. */
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        put(fields, 1, keysPerWindow);
        put(fields, 2, recordsPerCell);
        put(fields, 3, cellsPerPeriod);
        put(fields, 4, windowsPerPeriod);
        return fields;
    }

    private static void put(TaggedFields fields, int tag, int bound) {
        if (bound != UNBOUNDED) {
            fields.put(tag, bound);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }
}
