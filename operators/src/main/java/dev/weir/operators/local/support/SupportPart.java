package dev.weir.operators.local.support;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What some reports of one pane add up to.
 *
 * @param end the end of the pane, epoch milliseconds
 * @param held how many of the reports became readable only after windows had stopped waiting for them
 * @param words the sums, {@link dev.weir.accountant.local.estimate.ReportSums#words}; the first is the number of reports
 */
public record SupportPart(long end, long held, long[] words) {

    /** The type information for Flink. */
    public static final FlatType<SupportPart> TYPE = new FlatType<>(SupportPart.class, new Serializer());

    /** How many reports there are. */
    long reports() {
        return words[0];
    }

    /** A text without any sum. */
    @Override
    public String toString() {
        return "SupportPart " + end;
    }

    /** Serializes a part field by field. */
    public static final class Serializer extends FlatSerializer<SupportPart> {

        private static final long serialVersionUID = 1L;

        @Override
        public SupportPart createInstance() {
            return new SupportPart(0, 0, new long[1]);
        }

        @Override
        public void serialize(SupportPart part, DataOutputView target) throws IOException {
            target.writeLong(part.end);
            target.writeLong(part.held);
            DataFields.writeLongs(part.words, target);
        }

        @Override
        public SupportPart deserialize(DataInputView source) throws IOException {
            return new SupportPart(source.readLong(), source.readLong(), DataFields.readLongs(source));
        }

        @Override
        public TypeSerializerSnapshot<SupportPart> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<SupportPart> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
