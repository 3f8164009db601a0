package dev.weir.operators.gate.unit;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.gate.cell.EntryViews;
import dev.weir.operators.gate.cell.IndexHash;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The units of one key group. Their entries are runs of words that lie one after the other in an array. An open-addressing index leads from
 * (id, period) to the entry.
 *
 * <p>An id of up to 16 bytes is stored in the unit's entry, as two words and its length. A longer id is stored outside of the entries.
 * Units are compared by their whole ids, so two units never share an account. The index hashes the whole id and the period with keys that
 * only this process knows ({@link IndexHash}), so that no choice of ids makes it slow. The entries, in memory and in state, are in the
 * order in which units were added, whatever the keys of the hash are.
 *
 * <p>A bucket of the index holds the upper half of the unit's hash and the entry's number, so a look-up hardly ever reads entries of other
 * units.
 *
 * <p>Memory for each unit: 8 bytes for each word of its {@link UnitLayout} (32 bytes with one query whose account takes one word and that
 * has no bound per period), in an array that grows by half. In addition, the index takes 8 bytes for each bucket, at a load of at most 2/3,
 * and while it grows of at least 1/3.
 *
 * <p>While a view is written, entries change in place, and entries of the view are saved before they change ({@link
 * dev.weir.operators.gate.cell.EntryView}). Long ids never change, and new long ids come after those of the view. Before entries are moved,
 * the arrays are copied.
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

    /** Returns a view of the present units, which another thread writes. */
    UnitView view(AtomicBoolean closed) {
        return new UnitView(views.take(entries, stride, size, closed), longIds);
    }

    /** The open views of the entries. An entry must be saved for them before it is changed. */
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

    /** The earliest period of any unit; {@link Long#MAX_VALUE} if there are no units. */
    long oldestPeriod() {
        return oldestPeriod;
    }

    /** The array with the words of all entries. The entry of a unit starts at {@link #at}. */
    long[] words() {
        return entries;
    }

    /** Returns where the entry of a unit starts. */
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
     * Returns the number of a record's unit, or a negative number if the table does not contain the unit.
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
     * Returns the number of a record's unit, or a negative number if the table does not contain the unit. Does not search if the candidate is the unit.
     *
     * @param record a record of the unit
     * @param period the unit's period
     * @param unitHash the result of {@link #hash(AdmittedRecord, long)} for the unit
     * @param candidate the result of {@link #candidate} for the unit; no unit was added or removed since
     */
    public int find(AdmittedRecord record, long period, long unitHash, int candidate) {
        return candidate < 0 || isOf(candidate, record, tag(record, period))
                ? candidate
                : find(record, period, unitHash);
    }

    /**
     * Returns a hash of a unit. The lower half selects the bucket of the index, and the upper half is stored in the bucket.
     *
     * @param record a record of the unit
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
     * Reads the unit's bucket, so that it is in the processor's cache for {@link #candidate}. The result has no meaning.
     *
     * @param unitHash the result of {@link #hash(AdmittedRecord, long)} for the unit
     */
    public long prefetchIndex(long unitHash) {
        return index[(int) unitHash & index.length - 1];
    }

    /**
     * Returns the number of the first unit in the search for a unit whose hash has the same upper half, or a negative number if there is none. This is nearly always the unit itself, but only
     * {@link #find} compares ids.
     *
     * @param unitHash the result of {@link #hash(AdmittedRecord, long)} for the unit
     */
    public int candidate(long unitHash) {
        int mask = index.length - 1;
        int bucket = (int) unitHash & mask;
        while (index[bucket] != FREE && !isLike(index[bucket], unitHash)) {
            bucket = bucket + 1 & mask;
        }
        return (int) index[bucket] - 1;
    }

    /**
     * Reads the entry of a unit, so that it is in the processor's cache for {@link #find}. The result has no meaning.
     *
     * @param unit the unit's number
     */
    public long prefetchEntry(int unit) {
        int entry = at(unit);
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

    /** Removes the units of periods that are {@code over}. Returns the new number of each unit, which is -1 for a removed unit. */
    int[] forget(LongPredicate over) {
        leaveViews();
        // a view that was removed when the entries moved to a larger array may still read this array
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
