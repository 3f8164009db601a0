package dev.weir.operators.admit;

import dev.weir.operators.encoding.XxHash64;
import java.util.Arrays;

/**
 * An admitted record on its way to the gate: its unit, its time, and a contribution for each query that takes it. This object contains the
 * unit's id, so it never leaves the job.
 *
 * <p>A contribution is a sequence of 64-bit words. The first word holds the numbers of the query and the key, and how many words the
 * contribution has. The other words are the record as the query's aggregates have encoded it. The object is flat, mutable and reused. It
 * crosses the first shuffle in a {@link ContributionBatch}.
 */
public final class AdmittedRecord {

    /** The longest id, in bytes, that two words hold. */
    public static final int PACKED_BYTES = 16;

    static final byte[] NO_BYTES = {};
    private static final long[] NO_WORDS = {};

    private int idLength;
    private int route;

    /** Whether {@link #route} is the hash of the present id; not for a record that was read back. */
    private boolean hasRoute;

    private long idHigh;
    private long idLow;
    private byte[] longId = NO_BYTES;
    private long time;
    private boolean held;
    private int length;
    private long[] words = NO_WORDS;

    /**
     * Starts a new record, without contributions.
     *
     * @param unit the id of the privacy unit, at least one byte
     * @param eventTime the event time of the record, epoch milliseconds
     */
    public void start(byte[] unit, long eventTime) {
        time = eventTime;
        held = false;
        length = 0;
        if (unit.length <= PACKED_BYTES) {
            setId(unit.length, WordBytes.padded(unit, 0), WordBytes.padded(unit, Long.BYTES), NO_BYTES);
        } else {
            setId(unit.length, XxHash64.of(unit), 0, unit);
        }
        // hashed here, not when the record is packed: the processor computes this long chain of multiplications while
        // it goes on with the contributions
        route = hash();
        hasRoute = true;
    }

    /**
     * Adds the contribution to one query.
     *
     * @param query the query's number in the plan, 0 to 32 767
     * @param key the number of the key, at least 0
     * @param aggregates the record as the query's aggregates have encoded it, at most 65 534 words
     * @throws IllegalArgumentException if the query's number or the number of words does not fit into the contribution's first word
     */
    public void add(int query, int key, long[] aggregates) {
        long first = ContributionHead.of(query, key, 1 + aggregates.length);
        int at = length;
        resize(at + 1 + aggregates.length);
        long[] to = words;
        to[at] = first;
        // most contributions have a word or two, for which a call of System.arraycopy would cost more than the copy
        for (int i = 0; i < aggregates.length; i++) {
            to[at + 1 + i] = aggregates[i];
        }
    }

    /** How many bytes the unit's id has, at least 1. */
    public int idLength() {
        return idLength;
    }

    /**
     * The id's first eight bytes, big-endian and followed by zeros if the id is shorter, or the {@link XxHash64} of an id that is longer
     * than {@link #PACKED_BYTES}.
     */
    public long idHigh() {
        return idHigh;
    }

    /**
     * The id's ninth to sixteenth byte, big-endian, with zeros after the id's end; 0 for an id that is longer than {@link #PACKED_BYTES}.
     */
    public long idLow() {
        return idLow;
    }

    /** The bytes of an id that is longer than {@link #PACKED_BYTES}; empty for a shorter id. */
    public byte[] longId() {
        return longId;
    }

    /** The event time of the record, epoch milliseconds. */
    public long time() {
        return time;
    }

    /** How many words all contributions take together; 0 if no query takes the record. */
    public int length() {
        return length;
    }

    /**
     * The number of the query of a contribution.
     *
     * @param at the index of the contribution's first word, from 0, below {@link #length}
     */
    public int query(int at) {
        return ContributionHead.query(words[at]);
    }

    /**
     * How many words a contribution has, the first one included.
     *
     * @param at the index of the contribution's first word, from 0, below {@link #length}
     */
    public int width(int at) {
        return ContributionHead.width(words[at]);
    }

    /**
     * One word of the contributions.
     *
     * @param at the index of the word, from 0, below {@link #length}
     */
    public long word(int at) {
        return words[at];
    }

    /**
     * The array that starts with the words of all contributions, one after the other. {@link dev.weir.operators.keys.KeyNumbers} reads the
     * key from a contribution's first word.
     */
    public long[] words() {
        return words;
    }

    /**
     * The hash of the unit's id that determines its key group. The hash decides which subtask holds the unit's state, so this function must
     * never change. The hash depends on the whole id. Whoever chooses the ids can give one key group more units than the others.
     */
    public int route() {
        return hasRoute ? route : hash();
    }

    private int hash() {
        return XxHash64.fold(XxHash64.of(idHigh, idLow, idLength));
    }

    /** A text that contains nothing of the record, because records do not belong in logs. */
    @Override
    public String toString() {
        return "AdmittedRecord";
    }

    /**
     * Sets the unit's id from its words, for a record that is read back.
     *
     * @param length how many bytes the id has, at least 1
     * @param high the word that {@link #idHigh} returns
     * @param low the word that {@link #idLow} returns
     * @param bytes the bytes that {@link #longId} returns
     */
    public void setId(int length, long high, long low, byte[] bytes) {
        idLength = length;
        idHigh = high;
        idLow = low;
        hasRoute = false;
        if (longId != bytes) {
            longId = bytes; // an unchanged reference is not written, because each write costs a write barrier
        }
    }

    /**
     * Whether the record's slot became readable only after windows had stopped waiting for it, so that the record's window may already be
     * closed.
     */
    public boolean wasHeld() {
        return held;
    }

    void held(boolean tooLong) {
        held = tooLong;
    }

    void time(long eventTime) {
        time = eventTime;
    }

    /** Makes room for {@code newLength} words of contributions, which {@link #set} fills. */
    void resize(int newLength) {
        if (newLength > words.length) {
            words = Arrays.copyOf(words, newLength);
        }
        length = newLength;
    }

    void set(int at, long word) {
        words[at] = word;
    }
}
