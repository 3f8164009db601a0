package dev.weir.operators.local.encode;

import dev.weir.operators.admit.AdmittedRecord;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has been sent of the persons of one key group in one period. Persons whose id fits into two words and of whom nothing is
 * remembered, usually all, are entries of one array with open addressing; the others are objects in a map.
 *
 * <p>An entry is four words, which are in one line of the processor's cache: the two words of the id, its length, which is 0 where
 * there is no person, and how many reports have been sent.
 */
final class Persons {

    private static final int SMALLEST = 16;
    private static final int WORDS = 4;
    private static final int LOW = 1;
    private static final int LENGTH = 2;
    private static final int USED = 3;

    private final PersonHash hash;
    private final Map<PersonId, Sent> others;
    private long[] entries;
    private int packed;

    /** Creates a table without persons. */
    Persons(PersonHash hash) {
        this.hash = hash;
        this.others = new HashMap<>();
        this.entries = new long[SMALLEST * WORDS];
    }

    private Persons(Persons same) {
        this.hash = same.hash;
        this.others = new HashMap<>(same.others);
        this.entries = same.entries.clone();
        this.packed = same.packed;
    }

    /** A copy, which does not change with this table. */
    Persons copy() {
        return new Persons(this);
    }

    int size() {
        return packed + others.size();
    }

    /** Reads a word of the first entry at which the person of a record may be. */
    long touch(AdmittedRecord record) {
        int mask = entries.length - 1;
        return entries[((hash.of(record.idHigh(), record.idLow(), record.idLength()) * WORDS) & mask) + LENGTH];
    }

    /** What has been sent of the person of a record; null if nothing has. */
    @Nullable Sent sent(AdmittedRecord record) {
        if (record.idLength() <= AdmittedRecord.PACKED_BYTES) {
            int at = find(record.idHigh(), record.idLow(), record.idLength());
            if (entries[at + LENGTH] != 0) {
                return Sent.of((int) entries[at + USED]);
            }
        }
        return others.isEmpty() ? null : others.get(PersonId.of(record));
    }

    /** Keeps what has been sent of the person of a record. */
    void put(AdmittedRecord record, Sent sent) {
        if (record.idLength() <= AdmittedRecord.PACKED_BYTES && sent.memo().length == 0) {
            putPacked(record.idHigh(), record.idLow(), record.idLength(), sent.used());
        } else {
            others.put(PersonId.of(record), sent);
        }
    }

    /** Keeps what has been sent of a person of restored state. */
    void put(PersonId person, Sent sent) {
        if (person.length() <= AdmittedRecord.PACKED_BYTES && sent.memo().length == 0) {
            putPacked(person.high(), person.low(), person.length(), sent.used());
        } else {
            others.put(person, sent);
        }
    }

    private void putPacked(long high, long low, int length, int used) {
        int at = find(high, low, length);
        if (entries[at + LENGTH] == 0) {
            if (2L * (packed + 1) * WORDS > entries.length) {
                grow();
                at = find(high, low, length);
            }
            entries[at] = high;
            entries[at + LOW] = low;
            entries[at + LENGTH] = length;
            packed++;
        }
        entries[at + USED] = used;
    }

    /** The first word of a person's entry, or of the empty one where the person belongs. */
    private int find(long high, long low, int length) {
        int mask = entries.length - 1;
        int at = (hash.of(high, low, length) * WORDS) & mask;
        while (entries[at + LENGTH] != 0
                && (entries[at] != high || entries[at + LOW] != low || entries[at + LENGTH] != length)) {
            at = (at + WORDS) & mask;
        }
        return at;
    }

    private void grow() {
        long[] former = entries;
        entries = new long[Math.multiplyExact(2, former.length)];
        packed = 0;
        for (int at = 0; at < former.length; at += WORDS) {
            if (former[at + LENGTH] != 0) {
                putPacked(former[at], former[at + LOW], (int) former[at + LENGTH], (int) former[at + USED]);
            }
        }
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(size());
        for (int at = 0; at < entries.length; at += WORDS) {
            if (entries[at + LENGTH] != 0) {
                new PersonId((int) entries[at + LENGTH], entries[at], entries[at + LOW], Sent.NO_MEMO).write(out);
                write(Sent.of((int) entries[at + USED]), out);
            }
        }
        for (Map.Entry<PersonId, Sent> other : others.entrySet()) {
            other.getKey().write(out);
            write(other.getValue(), out);
        }
    }

    private static void write(Sent sent, DataOutput out) throws IOException {
        out.writeInt(sent.used());
        out.writeInt(sent.memo().length);
        out.write(sent.memo());
    }
}
