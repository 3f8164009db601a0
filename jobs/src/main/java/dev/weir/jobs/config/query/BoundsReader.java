package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.time.Window;

/**
 * Reads the bounds on a unit's contributions to a query. The kind of the query's window determines which bounds the query may
 * have.
 */
public final class BoundsReader {

    /** The field with the largest number of keys of a unit in one window. */
    public static final Field<Integer> KEYS_PER_WINDOW = bound("keys-per-window", "distinct keys in one window");

    /** The field with the largest number of records of a unit in one window of one key. */
    public static final Field<Integer> RECORDS_PER_CELL = bound("records-per-cell", "records in one window of one key");

    /** The field with the largest number of cells of a unit in its period. */
    public static final Field<Integer> CELLS_PER_PERIOD =
            bound("cells-per-period", "windows times keys in the unit's period");

    /** The field with the largest number of windows of a unit in its period. */
    public static final Field<Integer> WINDOWS_PER_PERIOD = bound("windows-per-period", "windows in the unit's period");

    /** The field with the largest number of keys of a unit in its period, for running totals and sliding windows. */
    public static final Field<Integer> KEYS_PER_PERIOD = bound(
            "keys-per-period",
            "for running totals and sliding windows, instead of the four above: distinct keys in the unit's period, over all of its"
                    + " resets: a key counts anew after each");

    private static final Field<Integer> RECORDS_PER_KEY =
            bound("records-per-key", "the same: records of one key until the total is reset");

    private static final Field<Integer> PARTICIPATIONS = bound(
            "participations", "another name for `records-per-key`, as the literature has it; the smaller one counts");

    /** The field with the smallest distance, in steps of the series, of two counted records of a unit with one key. */
    public static final Field<Integer> SEPARATION =
            bound("separation", "the same: how many steps apart two records of one key must be that count");

    private static final Shape SHAPE = Shape.of(
            KEYS_PER_WINDOW,
            RECORDS_PER_CELL,
            CELLS_PER_PERIOD,
            WINDOWS_PER_PERIOD,
            KEYS_PER_PERIOD,
            RECORDS_PER_KEY,
            PARTICIPATIONS,
            SEPARATION);

    /** The section {@code bounds} of a query. */
    public static final Field<Section> BOUNDS =
            Field.of("bounds", MapType.of(SHAPE), "what one unit may contribute at most; first come, first kept");

    private final Section section;
    private final Window.Caps caps;

    private BoundsReader(Section section, Window.Caps caps) {
        this.section = section;
        this.caps = caps;
    }

    private static Field<Integer> bound(String name, String sentence) {
        return Field.of(name, Literals.count(Bounds.UNBOUNDED - 1), sentence);
    }

    static Bounds bounds(Section section, Window window) {
        BoundsReader reader = new BoundsReader(section, window.caps());
        Bounds bounds = reader.read();
        section.finish();
        SHAPE.fields().stream()
                .filter(field -> section.has(field) && !reader.isTaken(field))
                .forEach(field -> section.problem(field, window.caps().others()));
        return bounds;
    }

    private Bounds read() {
        return new Bounds(
                read(KEYS_PER_WINDOW),
                read(RECORDS_PER_CELL),
                read(CELLS_PER_PERIOD),
                read(WINDOWS_PER_PERIOD),
                new Bounds.Series(
                        read(KEYS_PER_PERIOD), read(RECORDS_PER_KEY), read(PARTICIPATIONS), read(SEPARATION, 0)));
    }

    private int read(Field<Integer> bound) {
        return read(bound, Bounds.UNBOUNDED);
    }

    /**
     * Reads a bound. If the query's window does not have this bound, the value is read only to note its problems, and
     * {@code absent} is returned.
     */
    private int read(Field<Integer> bound, int absent) {
        int read = section.read(bound, absent);
        return isTaken(bound) ? read : absent;
    }

    private boolean isTaken(Field<?> bound) {
        return caps.names().contains(bound.name());
    }
}
