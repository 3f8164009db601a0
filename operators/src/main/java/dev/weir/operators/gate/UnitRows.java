package dev.weir.operators.gate;

import dev.weir.operators.admit.AdmittedRecord;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The units of one key group: dense entries of words, and an open-addressing index from (id, period) to the entry.
 *
 * <p>An id of up to 16 bytes lies in its row, exactly: two words and the length. A longer id is kept beside the rows.
 * Units are compared by their whole ids, so two units never share an account. The index mixes the whole id and the
 * period with keys that only this process knows ({@link IndexHash}): no choice of ids makes it slow. The order of the
 * rows, in memory and in state, is that in which units came, whatever the keys are.
 *
 * <p>A bucket of the index holds the upper half of the unit's hash and the row's number, so rows of other units are
 * hardly ever read.
 *
 * <p>Bytes for each unit: 8 for each word of its {@link RowLayout} (32 with one query), 8 for each bucket of the index
 * at a load between 1/3 and 2/3; rows grow by half.
 *
 * <p>While a view is written, rows change in place and those of the view are saved first ({@link RowView}). Long ids
 * never change, and new ones lie beyond those of the view. Where rows move, the arrays are copied.
 */
final class UnitRows {

    private static final long FREE = 0;
    private static final long UPPER_HALF = -1L << Integer.SIZE;

    private final int stride;
    private final IndexHash hash;
    private final RowViews views = new RowViews();
    private long[] rows;
    private long[] index = new long[16];
    private byte[][] longIds = {};
    private int size;
    private long oldestPeriod = Long.MAX_VALUE;

    UnitRows(RowLayout layout) {
        stride = layout.words();
        hash = layout.hash();
        rows = new long[8 * stride];
    }

    /** A view of the present units, which another thread writes. */
    UnitView view(AtomicBoolean closed) {
        return new UnitView(views.take(rows, stride, size, closed), longIds);
    }

    /** The views for which entries must be saved before they are changed. */
    RowViews views() {
        return views;
    }

    int size() {
        return size;
    }

    /** How many words an entry has. */
    int stride() {
        return stride;
    }

    /** The earliest period of any unit; {@link Long#MAX_VALUE} without units. */
    long oldestPeriod() {
        return oldestPeriod;
    }

    /** The words of all entries; the entry of a unit starts at {@link #at}. */
    long[] words() {
        return rows;
    }

    /** The index of a unit's entry in {@link #words}. */
    int at(int unit) {
        return unit * stride;
    }

    private long period(int unit) {
        return RowLayout.period(rows, at(unit));
    }

    private boolean isLong(int unit) {
        return RowLayout.idLength(rows, at(unit)) == RowLayout.LONG_ID;
    }

    /**
     * The number of a record's unit, or a negative number if the table does not contain it.
     *
     * @param unitHash the result of {@link #hash(AdmittedRecord, long)} for the unit
     */
    int find(AdmittedRecord record, long period, long unitHash) {
        int mask = index.length - 1;
        for (int bucket = (int) unitHash & mask; index[bucket] != FREE; bucket = bucket + 1 & mask) {
            int unit = (int) index[bucket] - 1;
            if (isLike(index[bucket], unitHash) && isOf(unit, record, tag(record, period))) {
                return unit;
            }
        }
        return -1;
    }

    /** A hash of a unit: the lower half selects the bucket of the index, the upper half is stored there. */
    long hash(AdmittedRecord record, long period) {
        byte[] longId = record.longId();
        return longId.length == 0
                ? hash.unit(record.idHigh(), record.idLow(), tag(record, period))
                : hash.unit(hash.longId(longId), 0, tag(record, period));
    }

    private long hash(int unit) {
        int row = at(unit);
        return isLong(unit)
                ? hash.unit(hash.longId(longIds[unit]), 0, rows[row + RowLayout.PERIOD])
                : hash.unit(rows[row + RowLayout.ID_HIGH], rows[row + RowLayout.ID_LOW], rows[row + RowLayout.PERIOD]);
    }

    private static boolean isLike(long entry, long unitHash) {
        return (entry ^ unitHash) >>> Integer.SIZE == 0;
    }

    private boolean isOf(int unit, AdmittedRecord record, long tag) {
        int row = at(unit);
        return rows[row + RowLayout.ID_HIGH] == record.idHigh()
                && rows[row + RowLayout.ID_LOW] == record.idLow()
                && rows[row + RowLayout.PERIOD] == tag
                && (record.longId().length == 0 || Arrays.equals(longIds[unit], record.longId()));
    }

    /** Reads the unit's bucket, so that it is in the cache for {@link #prefetchRow}. The result has no meaning. */
    long prefetchIndex(long unitHash) {
        return index[(int) unitHash & index.length - 1];
    }

    /** Reads the probable entry of a unit, so that it is in the cache for {@link #find}. The result has no meaning. */
    long prefetchRow(long unitHash) {
        int mask = index.length - 1;
        int bucket = (int) unitHash & mask;
        while (index[bucket] != FREE && !isLike(index[bucket], unitHash)) {
            bucket = bucket + 1 & mask;
        }
        if (index[bucket] == FREE) {
            return 0;
        }
        int row = at((int) index[bucket] - 1);
        return rows[row] + rows[row + stride - 1]; // an entry may span two cache lines
    }

    private static long tag(AdmittedRecord record, long period) {
        return RowLayout.tag(period, record.longId().length == 0 ? record.idLength() : RowLayout.LONG_ID);
    }

    /** Adds a unit that has contributed nothing, and returns its number. */
    int insert(AdmittedRecord record, long period) {
        if (at(size + 1) > rows.length) {
            rows = Arrays.copyOf(rows, at(size + size / 2 + 8));
            views.leave();
        }
        int unit = size++;
        oldestPeriod = Math.min(oldestPeriod, period);
        initializeRow(unit, record, period);
        if (3 * size > 2 * index.length) {
            rebuildIndex(2 * index.length);
        } else {
            addToIndex(unit);
        }
        return unit;
    }

    private void initializeRow(int unit, AdmittedRecord record, long period) {
        int row = at(unit);
        Arrays.fill(rows, row, row + stride, 0);
        rows[row + RowLayout.ID_HIGH] = record.idHigh();
        rows[row + RowLayout.ID_LOW] = record.idLow();
        rows[row + RowLayout.PERIOD] = tag(record, period);
        if (record.longId().length > 0) {
            keepLongId(unit, record.longId());
        }
    }

    private void keepLongId(int unit, byte[] id) {
        if (unit >= longIds.length) {
            longIds = Arrays.copyOf(longIds, unit + unit / 2 + 8);
        }
        longIds[unit] = id;
    }

    private void rebuildIndex(int buckets) {
        index = new long[buckets];
        for (int unit = 0; unit < size; unit++) {
            addToIndex(unit);
        }
    }

    private void addToIndex(int unit) {
        int mask = index.length - 1;
        long unitHash = hash(unit);
        int bucket = (int) unitHash & mask;
        while (index[bucket] != FREE) {
            bucket = bucket + 1 & mask;
        }
        index[bucket] = (unitHash & UPPER_HALF) | (unit + 1);
    }

    /**
     * Forgets the units of periods that are {@code over}. Returns the new number of each unit: -1 if it is forgotten.
     */
    int[] forget(LongPredicate over) {
        leaveViews();
        // a view may still use this array of ids, even if it has left the entries because they have grown since
        longIds = longIds.clone();
        int[] moved = new int[size];
        int kept = 0;
        for (int unit = 0; unit < moved.length; unit++) {
            moved[unit] = over.test(period(unit)) ? -1 : kept++;
            if (moved[unit] >= 0 && moved[unit] != unit) {
                System.arraycopy(rows, at(unit), rows, at(moved[unit]), stride);
                if (isLong(unit)) {
                    keepLongId(moved[unit], longIds[unit]);
                }
            }
        }
        size = kept;
        oldestPeriod = IntStream.range(0, size).mapToLong(this::period).min().orElse(Long.MAX_VALUE);
        shrink();
        return moved;
    }

    private void leaveViews() {
        if (views.areOpen()) {
            rows = rows.clone();
            views.leave();
        }
    }

    private void shrink() {
        rows = Arrays.copyOf(rows, at(size + size / 2 + 8));
        longIds = Arrays.copyOf(longIds, Math.min(longIds.length, size));
        rebuildIndex(Math.max(16, Integer.highestOneBit(2 * size + 1) * 2));
    }
}
