package dev.weir.operators.gate;

import dev.weir.operators.keys.KeyNumbers;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The exact growth of a cell's totals in one subtask of the gate since that subtask last sent a sum for the cell. It
 * does not contain the id of a unit.
 *
 * @param route the route of the cell's key to the release operator
 * @param query the query's number
 * @param key the number of the declared key; without a meaning if nobody declared the key
 * @param windowEnd the end of the window, epoch milliseconds
 * @param amounts the growth of the cell's totals, in grid steps; last the number of units that have touched the key, if nobody declared it
 * @param text the text of the key as UTF-8; empty if the key is declared
 */
public record PartialSum(int route, int query, int key, long windowEnd, long[] amounts, byte[] text) {

    /**
     * Creates the sum of a declared key.
     *
     * @param route the route of the cell's key to the release operator
     * @param query the query's number
     * @param key the number of the declared key
     * @param windowEnd the end of the window, epoch milliseconds
     * @param amounts the growth of the cell's totals, in grid steps
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public PartialSum(int route, int query, int key, long windowEnd, long[] amounts) {
        this(route, query, key, windowEnd, amounts, KeyNumbers.NO_TEXT);
    }

    /** The type information for Flink. */
    public static final FlatType<PartialSum> TYPE = new FlatType<>(PartialSum.class, new Serializer());

    /** Returns a text without figures, because exact figures do not belong in logs. */
    @Override
    public String toString() {
        return "PartialSum";
    }

    /**
     * Serializes a sum field by field. A text takes the place of the number of a key, behind its negative length. If there are many amounts, only those that are not 0 are written, each with its
     * index, because most leaf counts of quantiles are 0.
     */
    public static final class Serializer extends FlatSerializer<PartialSum> {

        private static final long serialVersionUID = 1L;

        /**
         * The number of amounts from which on zeros are left out. Each amount that is not 0 then takes 12 bytes,
         * instead of 8 bytes for each amount.
         */
        private static final int WIDE = 32;

        @Override
        public PartialSum createInstance() {
            return new PartialSum(0, 0, 0, 0, new long[0]);
        }

        @Override
        public void serialize(PartialSum partial, DataOutputView target) throws IOException {
            target.writeInt(partial.route);
            target.writeInt(partial.query);
            target.writeInt(partial.text.length == 0 ? partial.key : -partial.text.length);
            target.write(partial.text);
            target.writeLong(partial.windowEnd);
            if (partial.amounts.length < WIDE) {
                DataFields.writeLongs(partial.amounts, target);
            } else {
                writeSparse(partial.amounts, target);
            }
        }

        private static void writeSparse(long[] amounts, DataOutputView target) throws IOException {
            target.writeInt(-amounts.length);
            target.writeInt(
                    (int) Arrays.stream(amounts).filter(amount -> amount != 0).count());
            for (int i = 0; i < amounts.length; i++) {
                if (amounts[i] != 0) {
                    target.writeInt(i);
                    target.writeLong(amounts[i]);
                }
            }
        }

        private static long[] readAmounts(DataInputView source) throws IOException {
            int length = source.readInt();
            long[] amounts = new long[Math.abs(length)];
            if (length >= 0) {
                DataFields.readWords(source, amounts, 0, length);
                return amounts;
            }
            for (int left = source.readInt(); left > 0; left--) {
                int index = source.readInt();
                amounts[index] = source.readLong();
            }
            return amounts;
        }

        @Override
        public PartialSum deserialize(DataInputView source) throws IOException {
            int route = source.readInt();
            int query = source.readInt();
            int key = source.readInt();
            byte[] text = key < 0 ? new byte[-key] : KeyNumbers.NO_TEXT;
            source.readFully(text);
            return new PartialSum(route, query, Math.max(0, key), source.readLong(), readAmounts(source), text);
        }

        @Override
        public TypeSerializerSnapshot<PartialSum> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<PartialSum> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
