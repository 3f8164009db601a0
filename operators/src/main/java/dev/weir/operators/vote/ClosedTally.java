package dev.weir.operators.vote;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.util.Comparator;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The exact votes on a question that takes no more of them. They stay between the operator that counts and the one that draws.
 *
 * @param question the question
 * @param closed when the question closed, epoch milliseconds, later than its own time
 * @param counts the votes for each label
 */
record ClosedTally(PublicQuestion question, long closed, long[] counts) {

    /** The type information for Flink. */
    static final FlatType<ClosedTally> TYPE = new FlatType<>(ClosedTally.class, new Serializer());

    /** The order in which questions are asked. It depends on nothing but who voted when, which is public. */
    static final Comparator<ClosedTally> PUBLIC_ORDER = Comparator.comparingLong(ClosedTally::closed)
            .thenComparing(tally -> tally.question().id());

    /** A text without id and votes. */
    @Override
    public String toString() {
        return "ClosedTally";
    }

    /** Serializes a tally field by field. */
    public static final class Serializer extends FlatSerializer<ClosedTally> {

        private static final long serialVersionUID = 1L;

        @Override
        public ClosedTally createInstance() {
            return new ClosedTally(new PublicQuestion("", 0, new double[0]), 1, new long[0]);
        }

        @Override
        public void serialize(ClosedTally tally, DataOutputView target) throws IOException {
            tally.question.write(target);
            target.writeLong(tally.closed);
            DataFields.writeLongs(tally.counts, target);
        }

        @Override
        public ClosedTally deserialize(DataInputView source) throws IOException {
            return new ClosedTally(PublicQuestion.read(source), source.readLong(), DataFields.readLongs(source));
        }

        @Override
        public TypeSerializerSnapshot<ClosedTally> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<ClosedTally> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
