package dev.weir.operators.admit;

import java.util.Arrays;
import org.apache.flink.util.MathUtils;

/**
 * An admitted record on its way to the gate: what each query that wants it would add. Names its unit, so it never leaves
 * the job.
 *
 * <p>Flat and mutable, because it crosses the first shuffle once a record: whoever fills or reads one reuses it.
 */
public final class Offer {

    /** The longest id that two words hold. */
    public static final int PACKED_BYTES = 16;

    static final byte[] NO_BYTES = {};

    private int idLength;
    private long idHigh;
    private long idLow;
    private byte[] longId = NO_BYTES;
    private long time;
    private int size;
    private int[] queries = new int[1];
    private int[] keys = new int[1];
    private int amountsSize;
    private long[] amounts = new long[2];

    /** Starts a new record: forgets what the last one offered. */
    public void start(byte[] unit, long eventTime) {
        time = eventTime;
        size = 0;
        amountsSize = 0;
        idLength = unit.length;
        if (unit.length <= PACKED_BYTES) {
            longId = NO_BYTES;
            idHigh = pack(unit, 0);
            idLow = pack(unit, Long.BYTES);
        } else {
            longId = unit;
            idHigh = hash(unit);
            idLow = 0;
        }
    }

    /** Eight bytes of an id from {@code from} on, zeros where it has ended: with the length, exactly the id. */
    private static long pack(byte[] id, int from) {
        long word = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            word = word << Byte.SIZE | (i < id.length ? id[i] & 0xffL : 0);
        }
        return word;
    }

    private static long hash(byte[] id) {
        long hash = 0;
        for (byte b : id) {
            hash = 31 * hash + b;
        }
        return hash;
    }

    /** Adds what one query's aggregates would add, in grid steps. */
    public void add(int query, int key, long[] steps) {
        ensure(size + 1, amountsSize + steps.length);
        queries[size] = query;
        keys[size++] = key;
        for (long step : steps) {
            amounts[amountsSize++] = step;
        }
    }

    private void ensure(int claims, int values) {
        if (claims > queries.length) {
            queries = Arrays.copyOf(queries, 2 * claims);
            keys = Arrays.copyOf(keys, 2 * claims);
        }
        if (values > amounts.length) {
            amounts = Arrays.copyOf(amounts, 2 * values);
        }
    }

    void copyFrom(Offer other) {
        idLength = other.idLength;
        idHigh = other.idHigh;
        idLow = other.idLow;
        longId = other.longId;
        time = other.time;
        size = 0;
        amountsSize = 0;
        ensure(other.size, other.amountsSize);
        size = other.size;
        amountsSize = other.amountsSize;
        System.arraycopy(other.queries, 0, queries, 0, size);
        System.arraycopy(other.keys, 0, keys, 0, size);
        System.arraycopy(other.amounts, 0, amounts, 0, amountsSize);
    }

    /** How many bytes the unit's id has. */
    public int idLength() {
        return idLength;
    }

    /** The id's first eight bytes, big-endian; a hash of an id that is longer than {@link #PACKED_BYTES}. */
    public long idHigh() {
        return idHigh;
    }

    /** The id's next eight bytes, big-endian; 0 for a long id. */
    public long idLow() {
        return idLow;
    }

    /** The bytes of an id that is longer than {@link #PACKED_BYTES}, else none. */
    public byte[] longId() {
        return longId;
    }

    /** Event time, epoch milliseconds. */
    public long time() {
        return time;
    }

    /** How many queries want the record. */
    public int size() {
        return size;
    }

    /** The number of the {@code i}-th query that wants it. */
    public int query(int i) {
        return queries[i];
    }

    /** The number of its declared key there. */
    public int key(int i) {
        return keys[i];
    }

    /** What the aggregates of all these queries would add, one query after the other, in grid steps. */
    public long amount(int i) {
        return amounts[i];
    }

    /** How many amounts there are. */
    public int amounts() {
        return amountsSize;
    }

    /** Where the unit lives: the same for all records of one user. */
    public int route() {
        return MathUtils.longToIntWithBitMixing(idHigh * 31 + idLow + idLength);
    }

    /** Says nothing: records do not belong in logs. */
    @Override
    public String toString() {
        return "Offer";
    }

    /** Sets the id as its words say, for an offer that is read back. */
    public void id(int length, long high, long low, byte[] bytes) {
        idLength = length;
        idHigh = high;
        idLow = low;
        longId = bytes;
    }

    void time(long eventTime) {
        time = eventTime;
    }

    /** Makes room for so many queries and amounts, to be {@link #set}. */
    void resize(int claims, int values) {
        size = 0;
        amountsSize = 0;
        ensure(claims, values);
        size = claims;
        amountsSize = values;
    }

    void set(int i, int query, int key) {
        queries[i] = query;
        keys[i] = key;
    }

    void setAmount(int i, long steps) {
        amounts[i] = steps;
    }
}
