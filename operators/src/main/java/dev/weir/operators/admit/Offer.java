package dev.weir.operators.admit;

import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * An admitted record on its way to the gate: what each query that wants it would add. Names its unit, so it never leaves
 * the job. Flat, because it crosses an operator edge.
 *
 * @param unit the unit's id; the slot's place where every record is a unit
 * @param period the unit's period that holds the event time; 0 without periods
 * @param time event time, epoch milliseconds
 * @param queries the numbers of the queries that want the record
 * @param keys for each of them, the number of its declared key
 * @param amounts for each of them, one after the other, what its aggregates would add, in grid steps
 */
public record Offer(byte[] unit, long period, long time, int[] queries, int[] keys, long[] amounts) {

    /** The type, for Flink. */
    public static final FlatType<Offer> TYPE = new FlatType<>(Offer.class, new Serializer());

    /** Where the unit lives: the same for all records of one unit and period. */
    public int route() {
        return 31 * Arrays.hashCode(unit) + Long.hashCode(period);
    }

    /** Says nothing: records do not belong in logs. */
    @Override
    public String toString() {
        return "Offer";
    }

    /** Field by field. */
    public static final class Serializer extends FlatSerializer<Offer> {

        private static final long serialVersionUID = 1L;
        private static final Offer EMPTY = new Offer(new byte[0], 0, 0, new int[0], new int[0], new long[0]);

        @Override
        public Offer createInstance() {
            return EMPTY;
        }

        @Override
        public void serialize(Offer offer, DataOutputView target) throws IOException {
            writeBytes(offer.unit, target);
            target.writeLong(offer.period);
            target.writeLong(offer.time);
            target.writeInt(offer.queries.length);
            for (int i = 0; i < offer.queries.length; i++) {
                target.writeInt(offer.queries[i]);
                target.writeInt(offer.keys[i]);
            }
            writeLongs(offer.amounts, target);
        }

        @Override
        public Offer deserialize(DataInputView source) throws IOException {
            byte[] unit = readBytes(source);
            long period = source.readLong();
            long time = source.readLong();
            int[] queries = new int[source.readInt()];
            int[] keys = new int[queries.length];
            for (int i = 0; i < queries.length; i++) {
                queries[i] = source.readInt();
                keys[i] = source.readInt();
            }
            return new Offer(unit, period, time, queries, keys, readLongs(source));
        }

        @Override
        public TypeSerializerSnapshot<Offer> snapshotConfiguration() {
            return new Snapshot();
        }

        /** What a checkpoint remembers of the serializer. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Offer> {
            /** For Flink. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
