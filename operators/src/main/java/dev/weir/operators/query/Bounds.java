package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bounds of one unit's contributions to a query. The unit's first records count; records that exceed a bound do
 * not. The unit's account bounds the unit's influence with or without these bounds. A unit that is a user in one period
 * lives for that period only.
 *
 * <p>In the literature {@code keysPerWindow} is the l0 bound of a window, {@code recordsPerCell} the linf bound of a
 * count.
 *
 * @param keysPerWindow the most distinct keys that a unit may contribute to in one window; at least 1
 * @param recordsPerCell the most records that a unit may add to one cell; at least 1
 * @param cellsPerPeriod the most cells that a unit may contribute to in its life; at least 1
 * @param windowsPerPeriod the most windows that a unit may contribute to in its life; at least 1
 * @param series the bounds of running totals and sliding windows, which have no other bounds; {@link Series#NONE} for
 * tumbling windows
 */
public record Bounds(int keysPerWindow, int recordsPerCell, int cellsPerPeriod, int windowsPerPeriod, Series series)
        implements Serializable {

    /** The value of a bound that is not set. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /**
     * Bounds that limit nothing. {@code Series.NONE} is not used here, because it may not be initialised yet when
     * {@code Bounds} is initialised.
     */
    public static final Bounds NONE = Bounds.of(new Series(UNBOUNDED, UNBOUNDED, UNBOUNDED, 0));

    /** @throws IllegalArgumentException if a bound is below 1 */
    public Bounds {
        requirePositive("keys-per-window", keysPerWindow);
        requirePositive("records-per-cell", recordsPerCell);
        requirePositive("cells-per-period", cellsPerPeriod);
        requirePositive("windows-per-period", windowsPerPeriod);
    }

    /**
     * Creates the bounds of tumbling windows.
     *
     * @param keysPerWindow the most distinct keys that a unit may contribute to in one window; at least 1
     * @param recordsPerCell the most records that a unit may add to one cell; at least 1
     * @param cellsPerPeriod the most cells that a unit may contribute to in its life; at least 1
     * @param windowsPerPeriod the most windows that a unit may contribute to in its life; at least 1
     * @throws IllegalArgumentException if a bound is below 1
     */
    public Bounds(int keysPerWindow, int recordsPerCell, int cellsPerPeriod, int windowsPerPeriod) {
        this(keysPerWindow, recordsPerCell, cellsPerPeriod, windowsPerPeriod, Series.NONE);
    }

    /**
     * The bounds of running totals or sliding windows.
     *
     * @param series the bounds
     */
    public static Bounds of(Series series) {
        return new Bounds(UNBOUNDED, UNBOUNDED, UNBOUNDED, UNBOUNDED, series);
    }

    /** The bounds that are set, by their names in a pipeline file. */
    public Map<String, Integer> terms() {
        Map<String, Integer> terms = new LinkedHashMap<>();
        terms.put("keys-per-window", keysPerWindow);
        terms.put("records-per-cell", recordsPerCell);
        terms.put("cells-per-period", cellsPerPeriod);
        terms.put("windows-per-period", windowsPerPeriod);
        terms.put("keys-per-period", series.keysPerPeriod);
        terms.put("records-per-key", series.recordsPerKey);
        terms.put("participations", series.participations);
        terms.values().removeIf(bound -> bound == UNBOUNDED);
        if (series.separation > 0) {
            terms.put("separation", series.separation);
        }
        return terms;
    }

    /**
     * These bounds as the gate applies them to the cells that it keeps for each unit, with the bounds of series under
     * the names of the bounds of tumbling windows. For tumbling windows such a cell is one key in one window; for other
     * windows it is one key in a whole series.
     */
    public Bounds perCell() {
        return new Bounds(
                Math.min(keysPerWindow, series.keysPerPeriod),
                Math.min(recordsPerCell, series.records()),
                Math.min(cellsPerPeriod, series.keysPerPeriod),
                windowsPerPeriod);
    }

    /** The encoding of the bounds for a fingerprint. A bound that is not set is left out. */
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields();
        put(fields, 1, keysPerWindow);
        put(fields, 2, recordsPerCell);
        put(fields, 3, cellsPerPeriod);
        put(fields, 4, windowsPerPeriod);
        return series.equals(Series.NONE) ? fields : fields.put(5, series.identity());
    }

    static void put(TaggedFields fields, int tag, int bound) {
        if (bound != UNBOUNDED) {
            fields.put(tag, bound);
        }
    }

    private static void requirePositive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
        }
    }

    /**
     * The bounds of one unit's contributions to series of running totals or sliding windows. The unit's first records
     * count; records that exceed a bound do not. A key counts once for each series, that is, once between two resets.
     *
     * @param keysPerPeriod the most keys that a unit may contribute to in its life; at least 1
     * @param recordsPerKey the most records that a unit may add to one key of one series; at least 1
     * @param participations the same bound as {@code recordsPerKey}, under its name in the literature on correlated
     * noise; at least 1. The smaller of the two applies
     * @param separation the least distance, in steps of the series, of two counted records of a unit under one key; 0
     *     if any distance is allowed, so that several records may fall in one step
     */
    public record Series(int keysPerPeriod, int recordsPerKey, int participations, int separation)
            implements Serializable {

        /** Bounds that limit nothing. */
        public static final Series NONE = new Series(UNBOUNDED, UNBOUNDED, UNBOUNDED, 0);

        /** @throws IllegalArgumentException if a bound is below 1, or the separation below 0 */
        public Series {
            requirePositive("keys-per-period", keysPerPeriod);
            requirePositive("records-per-key", recordsPerKey);
            requirePositive("participations", participations);
            if (separation < 0) {
                throw new IllegalArgumentException("separation must be >= 0, was " + separation);
            }
        }

        /** The most records that a unit may add to one key of one series. */
        public int records() {
            return Math.min(recordsPerKey, participations);
        }

        /** The bounds in the form in which a series is priced. */
        Participation participation() {
            return new Participation(orUnlimited(keysPerPeriod), orUnlimited(records()), separation);
        }

        private static long orUnlimited(int bound) {
            return bound == UNBOUNDED ? Participation.UNLIMITED : bound;
        }

        TaggedFields identity() {
            TaggedFields fields = new TaggedFields();
            put(fields, 1, keysPerPeriod);
            put(fields, 2, recordsPerKey);
            put(fields, 3, participations);
            return separation == 0 ? fields : fields.put(4, separation);
        }
    }
}
