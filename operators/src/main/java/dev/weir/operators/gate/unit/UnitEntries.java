package dev.weir.operators.gate.unit;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.EntryViews;
import dev.weir.operators.gate.cell.IndexHash;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The units of one key group: dense entries of words, and an open-addressing index from (id, period) to entry.
 *
 * <p>An id of up to 16 bytes lies in its entry, exactly: two words and the length. A longer id is kept beside the entries.
 * Units are compared by their whole ids, so two units never share an account. The index mixes the whole id and the
 * period with keys that only this process knows ({@link IndexHash}): no choice of ids makes it slow. The order of the
 * entries, in memory and in state, is that in which units came, whatever the keys are.
 *
 * <p>A bucket of the index holds the upper half of the unit's hash and the entry's number, so entries of other units are
 * hardly ever read.
 *
 * <p>Bytes for each unit: 8 for each word of its {@link UnitLayout} (32 with one query), 8 for each bucket of the index
 * at a load between 1/3 and 2/3; entries grow by half.
 *
 * <p>While a view is written, entries change in place and those of the view are saved first
 * ({@link dev.weir.operators.gate.cell.EntryView}). Long ids never change, and new ones lie beyond those of the view.
 * Where entries move, the arrays are copied.
 */
public final class UnitEntries {

    private static final long FREE = 0;
    private static final long UPPER_HALF = -1L << Integer.SIZE;

    private final int stride;
    private final IndexHash hash;
    private final EntryViews views = new EntryViews();
    private long[] entries;
    private long[] index = new long[16];
    private byte[][] longIds = {};
    private int size;
    private long oldestPeriod = Long.MAX_VALUE;

    UnitEntries(UnitLayout layout) {
        stride = layout.words();
        hash = layout.hash();
        entries = new long[8 * stride];
    }

    /** A view of the present units, which another thread writes. */
    UnitView view(AtomicBoolean closed) {
        return new UnitView(views.take(entries, stride, size, closed), longIds);
    }

    /** Its views of the entries, for which entries must be saved before they are changed. */
    public EntryViews views() {
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
        return entries;
    }

    /** Where the entry of a unit starts. */
    int at(int unit) {
        return unit * stride;
    }

    private long period(int unit) {
        return UnitLayout.period(entries, at(unit));
    }

    private boolean isLong(int unit) {
        return UnitLayout.idLength(entries, at(unit)) == UnitLayout.LONG_ID;
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

    /**
     * A hash of a unit: the lower half selects the bucket of the index, the upper half is stored there.
     *
     * @param record names the unit
     * @param period the unit's period
     */
    public long hash(AdmittedRecord record, long period) {
        byte[] longId = record.longId();
        return longId.length == 0
                ? hash.unit(record.idHigh(), record.idLow(), tag(record, period))
                : hash.unit(hash.longId(longId), 0, tag(record, period));
    }

    private long hash(int unit) {
        int entry = at(unit);
        return isLong(unit)
                ? hash.unit(hash.longId(longIds[unit]), 0, entries[entry + UnitLayout.PERIOD])
                : hash.unit(
                        entries[entry + UnitLayout.ID_HIGH],
                        entries[entry + UnitLayout.ID_LOW],
                        entries[entry + UnitLayout.PERIOD]);
    }

    private static boolean isLike(long bucket, long unitHash) {
        return (bucket ^ unitHash) >>> Integer.SIZE == 0;
    }

    private boolean isOf(int unit, AdmittedRecord record, long tag) {
        int entry = at(unit);
        return entries[entry + UnitLayout.ID_HIGH] == record.idHigh()
                && entries[entry + UnitLayout.ID_LOW] == record.idLow()
                && entries[entry + UnitLayout.PERIOD] == tag
                && (record.longId().length == 0 || Arrays.equals(longIds[unit], record.longId()));
    }

    /**
     * Reads the unit's bucket, so that it is in the cache for {@link #prefetchEntry}. The result has no meaning.
     *
     * @param unitHash what {@link #hash(AdmittedRecord, long)} returns for the unit
     */
    public long prefetchIndex(long unitHash) {
        return index[(int) unitHash & index.length - 1];
    }

    /**
     * Reads what is probably the unit's entry, so that it is in the cache when the unit is looked up. The result has no meaning.
     *
     * @param unitHash what {@link #hash(AdmittedRecord, long)} returns for the unit
     */
    public long prefetchEntry(long unitHash) {
        int mask = index.length - 1;
        int bucket = (int) unitHash & mask;
        while (index[bucket] != FREE && !isLike(index[bucket], unitHash)) {
            bucket = bucket + 1 & mask;
        }
        if (index[bucket] == FREE) {
            return 0;
        }
        int entry = at((int) index[bucket] - 1);
        return entries[entry] + entries[entry + stride - 1]; // an entry may span two cache lines
    }

    private static long tag(AdmittedRecord record, long period) {
        return UnitLayout.tag(period, record.longId().length == 0 ? record.idLength() : UnitLayout.LONG_ID);
    }

    /** Adds a unit that has contributed nothing, and returns its number. */
    int insert(AdmittedRecord record, long period) {
        if (at(size + 1) > entries.length) {
            entries = Arrays.copyOf(entries, at(size + size / 2 + 8));
            views.leave();
        }
        int unit = size++;
        oldestPeriod = Math.min(oldestPeriod, period);
        initializeEntry(unit, record, period);
        if (3 * size > 2 * index.length) {
            rebuildIndex(2 * index.length);
        } else {
            addToIndex(unit);
        }
        return unit;
    }

    private void initializeEntry(int unit, AdmittedRecord record, long period) {
        int entry = at(unit);
        Arrays.fill(entries, entry, entry + stride, 0);
        entries[entry + UnitLayout.ID_HIGH] = record.idHigh();
        entries[entry + UnitLayout.ID_LOW] = record.idLow();
        entries[entry + UnitLayout.PERIOD] = tag(record, period);
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
        // a view may hold these ids although it holds the entries no more, if those have grown since
        longIds = longIds.clone();
        int[] moved = new int[size];
        int kept = 0;
        for (int unit = 0; unit < moved.length; unit++) {
            moved[unit] = over.test(period(unit)) ? -1 : kept++;
            if (moved[unit] >= 0 && moved[unit] != unit) {
                System.arraycopy(entries, at(unit), entries, at(moved[unit]), stride);
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
            entries = entries.clone();
            views.leave();
        }
    }

    private void shrink() {
        entries = Arrays.copyOf(entries, at(size + size / 2 + 8));
        longIds = Arrays.copyOf(longIds, Math.min(longIds.length, size));
        rebuildIndex(Math.max(16, Integer.highestOneBit(2 * size + 1) * 2));
    }
}
