package dev.weir.operators.gate;

import java.util.Arrays;

/**
 * The open cells of one window of a query, for the units of one key group: an open-addressing table from (unit, key) to
 * the records taken and the raw total of each aggregate. A second kind of entry counts a unit's keys in the window. The
 * whole table is dropped when its window closes.
 */
final class WindowCells {

    /** Stands for the key in the entry that counts a unit's keys. */
    private static final int ALL_KEYS = -1;

    private static final int NOTHING = -1;
    private static final long FREE = -1;
    private static final int RECORDS = 0;
    private static final int FIRST_RAW = 1;

    final int query;
    final long end;

    private final int stride;
    private long[] ids;
    private long[] values;
    private int size;

    WindowCells(int query, long end, int aggregates) {
        this.query = query;
        this.end = end;
        this.stride = FIRST_RAW + aggregates;
        allocate(16);
    }

    private void allocate(int slots) {
        ids = new long[slots];
        Arrays.fill(ids, FREE);
        values = new long[slots * stride];
    }

    /** The entry of a unit's cell, or a negative number if the unit has not touched it. */
    int find(int unit, int key) {
        return at(id(unit, key));
    }

    /** How many keys the unit has touched in the window: only where {@link #countKey} is told of each. */
    int keys(int unit) {
        int entry = at(id(unit, ALL_KEYS));
        return entry < 0 ? 0 : (int) values[entry + RECORDS];
    }

    /** Counts one more key of the unit. */
    void countKey(int unit) {
        int entry = insert(id(unit, ALL_KEYS));
        values[entry + RECORDS]++;
    }

    long records(int entry) {
        return values[entry + RECORDS];
    }

    long raw(int entry, int aggregate) {
        return values[entry + FIRST_RAW + aggregate];
    }

    /** Takes one more record of a unit into its cell, which now has these raw totals. */
    void take(int unit, int key, long[] raw) {
        int entry = insert(id(unit, key));
        values[entry + RECORDS]++;
        System.arraycopy(raw, 0, values, entry + FIRST_RAW, raw.length);
    }

    private static long id(int unit, int key) {
        return (long) unit << Integer.SIZE | (key & 0xffffffffL);
    }

    private int slot(long id) {
        long mixed = id * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> Integer.SIZE) & (ids.length - 1);
    }

    private int at(long id) {
        for (int slot = slot(id); ids[slot] != FREE; slot = slot + 1 & (ids.length - 1)) {
            if (ids[slot] == id) {
                return slot * stride;
            }
        }
        return NOTHING;
    }

    private int insert(long id) {
        int known = at(id);
        if (known >= 0) {
            return known;
        }
        if (3 * (size + 1) > 2 * ids.length) {
            grow();
        }
        size++;
        return place(id) * stride;
    }

    private int place(long id) {
        int slot = slot(id);
        while (ids[slot] != FREE) {
            slot = slot + 1 & (ids.length - 1);
        }
        ids[slot] = id;
        return slot;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldValues = values;
        allocate(2 * oldIds.length);
        for (int slot = 0; slot < oldIds.length; slot++) {
            if (oldIds[slot] != FREE) {
                System.arraycopy(oldValues, slot * stride, values, place(oldIds[slot]) * stride, stride);
            }
        }
    }

    /** Gives the units new numbers: {@code moved[unit]}, or forgets them where that is negative. */
    void renumber(int[] moved) {
        long[] oldIds = ids;
        long[] oldValues = values;
        allocate(oldIds.length);
        size = 0;
        for (int slot = 0; slot < oldIds.length; slot++) {
            if (oldIds[slot] != FREE) {
                int unit = moved[(int) (oldIds[slot] >>> Integer.SIZE)];
                if (unit >= 0) {
                    int target = place(id(unit, (int) oldIds[slot])) * stride;
                    System.arraycopy(oldValues, slot * stride, values, target, stride);
                    size++;
                }
            }
        }
    }

    /** Visits entries one after the other. */
    interface Visitor<E extends Exception> {

        /** One cell: its unit, its key, where its values start. {@code key} is negative for a count of keys. */
        void visit(int unit, int key, int entry) throws E;
    }

    <E extends Exception> void forEach(Visitor<E> visitor) throws E {
        for (int slot = 0; slot < ids.length; slot++) {
            if (ids[slot] != FREE) {
                visitor.visit((int) (ids[slot] >>> Integer.SIZE), (int) ids[slot], slot * stride);
            }
        }
    }

    int size() {
        return size;
    }

    /** Puts back an entry that was visited when the table was written. */
    void restore(int unit, int key, long records, long[] raw) {
        int entry = insert(id(unit, key));
        values[entry + RECORDS] = records;
        System.arraycopy(raw, 0, values, entry + FIRST_RAW, raw.length);
    }
}
