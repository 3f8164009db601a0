package dev.weir.operators.query;

import dev.weir.accountant.continual.Participation;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bounds of one unit's contributions to a query: its first records count, those beyond a bound do not. The unit's
 * account bounds its influence with or without these bounds.
 *
 * <p>In the literature {@code keysPerWindow} is the l0 bound of a window, {@code recordsPerCell} the linf bound of a
 * count.
 *
 * @param keysPerWindow the most distinct keys that a unit may contribute to in one window; at least 1
 * @param recordsPerCell the most records that a unit may add to one cell; at least 1
 * @param cellsPerPeriod the most cells that a unit may contribute to in its life; at least 1
 * @param windowsPerPeriod the most windows that a unit may contribute to in its life; at least 1
 * @param series the bounds of running totals and sliding windows, which have no other bounds; {@link Series#NONE} where
 * windows tumble
 */
public record Bounds(int keysPerWindow, int recordsPerCell, int cellsPerPeriod, int windowsPerPeriod, Series series)
        implements Serializable {

    /** No bound. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /** No bounds. It does not use {@code Series.NONE}, which may not be set yet when this class is initialised. */
    public static final Bounds NONE = Bounds.of(new Series(UNBOUNDED, UNBOUNDED, UNBOUNDED, 0));

    /** @throws IllegalArgumentException if a bound is below 1 */
    public Bounds {
        requirePositive("keys-per-window", keysPerWindow);
        requirePositive("records-per-cell", recordsPerCell);
        requirePositive("cells-per-period", cellsPerPeriod);
        requirePositive("windows-per-period", windowsPerPeriod);
    }

    /**
     * The bounds of tumbling windows.
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

    /** The bounds that are set, by their names as a pipeline file writes them. */
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
     * The bounds that apply to the cells that the gate keeps for each unit, whatever their names. For tumbling windows
     * such a cell is one window, otherwise a whole series, in which a key counts once.
     */
    public Bounds perCell() {
        return new Bounds(
                Math.min(keysPerWindow, series.keysPerPeriod),
                Math.min(recordsPerCell, series.records()),
                Math.min(cellsPerPeriod, series.keysPerPeriod),
                windowsPerPeriod);
    }

    /** The encoding of the bounds for a fingerprint: a bound that is not set is left out. */
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
     * The bounds of one unit's contributions to series of totals, running or sliding: its first records count, those
     * beyond a bound do not. A key counts once for each series, that is, once between two resets.
     *
     * @param keysPerPeriod the most keys that a unit may contribute to in its life; at least 1
     * @param recordsPerKey the most records that a unit may add to one key of one series; at least 1
     * @param participations the same bound under the name of the literature on correlated noise; the smaller of the two
     * counts; at least 1
     * @param separation the least distance, in steps, of two counted records of a unit under one key; 0 for any, so
     * that several may share a step
     */
    public record Series(int keysPerPeriod, int recordsPerKey, int participations, int separation)
            implements Serializable {

        /** No bounds. */
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

        /** The bounds as the price of a series needs them. */
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
