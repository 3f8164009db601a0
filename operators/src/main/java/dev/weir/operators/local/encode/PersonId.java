package dev.weir.operators.local.encode;

import dev.weir.operators.admit.AdmittedRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The id of a person in a table. It is as sensitive as the input. Ids are ordered, so that ids whose hashes were made equal on
 * purpose do not slow a table down.
 *
 * @param length how many bytes the id has, at least 1
 * @param high the id's first eight bytes, or a hash of a long id: {@link AdmittedRecord#idHigh}
 * @param low the id's next eight bytes: {@link AdmittedRecord#idLow}
 * @param longId the bytes of an id that two words do not hold; else empty. Never changed
 */
@SuppressWarnings("ArrayRecordComponent") // equality is that of the bytes
record PersonId(int length, long high, long low, byte[] longId) implements Comparable<PersonId> {

    private static final Comparator<PersonId> ORDER = Comparator.comparingInt(PersonId::length)
            .thenComparingLong(PersonId::high)
            .thenComparingLong(PersonId::low)
            .thenComparing(PersonId::longId, Arrays::compare);

    static PersonId of(AdmittedRecord record) {
        return new PersonId(record.idLength(), record.idHigh(), record.idLow(), record.longId());
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(length);
        out.writeLong(high);
        out.writeLong(low);
        out.write(longId);
    }

    static PersonId read(DataInput in) throws IOException {
        int length = in.readInt();
        long high = in.readLong();
        long low = in.readLong();
        byte[] longId = new byte[length > AdmittedRecord.PACKED_BYTES ? length : 0];
        in.readFully(longId);
        return new PersonId(length, high, low, longId);
    }

    @Override
    public int compareTo(PersonId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PersonId id
                && length == id.length
                && high == id.high
                && low == id.low
                && Arrays.equals(longId, id.longId);
    }

    @Override
    public int hashCode() {
        long mixed = (high ^ Long.rotateLeft(low, 31) ^ length) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> Integer.SIZE);
    }

    /** A text without the id. */
    @Override
    public String toString() {
        return "PersonId";
    }
}
