package dev.weir.operators.admit;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * Admitted records whose units share a key group, in their order, on their way to the gate. A batch contains the ids of units, so it never
 * leaves the job.
 *
 * <p>Sending an element over the network and receiving it costs Flink time, however small the element is. A batch is one element. The batch
 * stores records in the format in which they are sent. A record is four words, the bytes of an id that is longer than two words, and the
 * contributions. The first word holds the length of the id, the length of the contributions and {@link AdmittedRecord#wasHeld}. The next
 * two words hold the id, and the fourth word holds the time. A batch is mutable and reused.
 *
 * <p>Counters travel in a batch without records ({@link #addCountedTo}), which is sent before a barrier and at the end of the input if there are any. They have no output
 * of their own, because Flink asks every output of a task for room before each record.
 */
public final class ContributionBatch {

    /** The type information for Flink. */
    public static final FlatType<ContributionBatch> TYPE = new FlatType<>(ContributionBatch.class, new Serializer());

    /** The uppermost bit of a record's first word, which the two lengths do not need. The bit is {@link AdmittedRecord#wasHeld}. */
    private static final long HELD = Long.MIN_VALUE;

    /** The size of a batch that has been released. */
    private static final int RELEASED = -1;

    /** The size of the largest array that is kept for the next batch. */
    private static final int LARGEST_SPARE = 1 << 16;

    /**
     * The array of the batch that a thread has released last. It belongs to the thread, because Flink shares one serializer among tasks and reads each batch by {@link Serializer#deserialize} without a
     * batch to use again.
     */
    private static final ThreadLocal<byte[]> SPARE = ThreadLocal.withInitial(() -> AdmittedRecord.NO_BYTES);

    private int groups;
    private int route;
    private int size;
    private byte[] bytes = AdmittedRecord.NO_BYTES;
    private boolean isReceived;
    private @Nullable RecordCounters counted;

    /**
     * Returns a batch without records that states what admission has counted.
     *
     * @param keyGroups the number of key groups that the gate has
     * @param counted what has been counted since the last barrier
     */
    public static ContributionBatch ofCounters(int keyGroups, RecordCounters counted) {
        ContributionBatch batch = new ContributionBatch();
        batch.clear(keyGroups);
        batch.counted = counted;
        return batch;
    }

    /** Empties the batch and sets the number of key groups that the gate has. */
    void clear(int keyGroups) {
        groups = keyGroups;
        size = 0;
    }

    /** Appends a record, which must belong to the same key group as the records already in the batch. */
    void add(AdmittedRecord record) {
        byte[] longId = record.longId();
        int length = record.length();
        int at = size;
        int words = at + 4 * Long.BYTES + longId.length;
        int end = words + length * Long.BYTES;
        byte[] to = withRoom(end);
        WordBytes.write(to, at, (record.wasHeld() ? HELD : 0) | (long) record.idLength() << Integer.SIZE | length);
        WordBytes.write(to, at + Long.BYTES, record.idHigh());
        WordBytes.write(to, at + 2 * Long.BYTES, record.idLow());
        WordBytes.write(to, at + 3 * Long.BYTES, record.time());
        if (longId.length > 0) {
            System.arraycopy(longId, 0, to, at + 4 * Long.BYTES, longId.length);
        }
        long[] from = record.words();
        for (int i = 0; i < length; i++) {
            WordBytes.write(to, words + i * Long.BYTES, from[i]);
        }
        if (at == 0) {
            route = record.route();
        }
        size = end;
    }

    /** Returns the array, enlarged if it has fewer than {@code end} bytes. */
    private byte[] withRoom(int end) {
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        return bytes;
    }

    private long word(int at) {
        return WordBytes.read(bytes, at);
    }

    /**
     * Reads a record.
     *
     * @param at the index of the record's first byte: 0, or the result of reading the record before it
     * @param record is overwritten with the record
     * @return the index at which the next record starts; after the last record this is {@link #size}
     */
    public int read(int at, AdmittedRecord record) {
        int idLength = (int) ((word(at) & ~HELD) >>> Integer.SIZE);
        int length = (int) word(at);
        int words = at + 4 * Long.BYTES;
        byte[] longId = AdmittedRecord.NO_BYTES;
        if (idLength > AdmittedRecord.PACKED_BYTES) {
            longId = Arrays.copyOfRange(bytes, words, words + idLength);
            words += idLength;
        }
        record.setId(idLength, word(at + Long.BYTES), word(at + 2 * Long.BYTES), longId);
        record.time(word(at + 3 * Long.BYTES));
        record.held((word(at) & HELD) != 0);
        record.resize(0);
        record.resize(length);
        for (int i = 0; i < length; i++) {
            record.set(i, word(words + i * Long.BYTES));
        }
        return words + length * Long.BYTES;
    }

    /** The route of the first record; 0 if the batch has none. The routes of all records in the batch lead to the same key group. */
    public int route() {
        return route;
    }

    /** The number of key groups by which the sender chose the batch. The gate must have the same number. */
    public int groups() {
        return groups;
    }

    /**
     * Adds what admission has counted, which nobody else adds; nothing in a batch of records.
     *
     * @param counters the counters of the operator that has received the batch
     */
    public void addCountedTo(RecordCounters counters) {
        if (counted != null) {
            counters.add(counted);
        }
    }

    /**
     * How many bytes the records take; 0 if the batch is empty.
     *
     * @throws IllegalStateException if the batch has been released, because a second reader would find no records
     */
    public int size() {
        if (size == RELEASED) {
            throw new IllegalStateException("a batch must not be read after its release");
        }
        return size;
    }

    /**
     * Empties a batch that was received, because its records have been read, so that the next batch of this thread can take its array. Each new array would be memory that
     * the processor has not in its caches. Does nothing to a batch that its sender still uses.
     */
    public void release() {
        if (isReceived) {
            if (bytes.length <= LARGEST_SPARE) {
                SPARE.set(bytes);
            }
            bytes = AdmittedRecord.NO_BYTES;
            size = RELEASED;
            isReceived = false;
        }
    }

    /** A text that contains nothing of the records, because records do not belong in logs. */
    @Override
    public String toString() {
        return "ContributionBatch";
    }

    /** Serializes a batch by writing its bytes as they are, in one piece. */
    public static final class Serializer extends FlatSerializer<ContributionBatch> {

        private static final long serialVersionUID = 1L;

        private static final RecordCountersSerializer COUNTERS = new RecordCountersSerializer();

        @Override
        public boolean isImmutableType() {
            return false;
        }

        @Override
        public ContributionBatch createInstance() {
            return new ContributionBatch();
        }

        @Override
        public ContributionBatch copy(ContributionBatch from) {
            return copy(from, new ContributionBatch());
        }

        @Override
        public ContributionBatch copy(ContributionBatch from, ContributionBatch reuse) {
            reuse.groups = from.groups;
            reuse.route = from.route;
            reuse.size = from.size;
            reuse.counted = from.counted;
            reuse.bytes = Arrays.copyOf(from.bytes, from.size);
            return reuse;
        }

        @Override
        public void serialize(ContributionBatch batch, DataOutputView target) throws IOException {
            target.writeInt(batch.groups);
            target.writeInt(batch.route);
            target.writeInt(batch.size);
            target.write(batch.bytes, 0, batch.size);
            RecordCounters counted = batch.counted;
            target.writeBoolean(counted != null);
            if (counted != null) {
                COUNTERS.serialize(counted, target);
            }
        }

        @Override
        public ContributionBatch deserialize(DataInputView source) throws IOException {
            ContributionBatch received = new ContributionBatch();
            received.bytes = SPARE.get();
            received.isReceived = true;
            SPARE.set(AdmittedRecord.NO_BYTES);
            return deserialize(received, source);
        }

        @Override
        public ContributionBatch deserialize(ContributionBatch reuse, DataInputView source) throws IOException {
            reuse.groups = source.readInt();
            reuse.route = source.readInt();
            reuse.size = source.readInt();
            if (reuse.size > reuse.bytes.length) {
                reuse.bytes = new byte[Math.max(reuse.size, Math.min(LARGEST_SPARE, 2 * reuse.bytes.length))];
            }
            source.readFully(reuse.bytes, 0, reuse.size);
            reuse.counted = source.readBoolean() ? COUNTERS.deserialize(source) : null;
            return reuse;
        }

        @Override
        public TypeSerializerSnapshot<ContributionBatch> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<ContributionBatch> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
