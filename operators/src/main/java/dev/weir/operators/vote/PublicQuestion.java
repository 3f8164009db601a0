package dev.weir.operators.vote;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInfoFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A public question that teachers are asked.
 *
 * @param id the id, not empty; the first question with an id is the only one
 * @param time the time of the question, epoch milliseconds; it closes {@code wait} later at the latest
 * @param belief the student's probability for each label, in their order, for an interactive mechanism; else empty
 */
@TypeInfo(PublicQuestion.Information.class)
public record PublicQuestion(String id, long time, double[] belief) {

    /** The type information for Flink. */
    public static final FlatType<PublicQuestion> TYPE = new FlatType<>(PublicQuestion.class, new Serializer());

    private static final double TOLERANCE = 1e-6;

    /**
     * Whether a belief is one about some labels: as many numbers from 0 to 1, whose sum is 1 to within 10<sup>-6</sup>.
     *
     * @param belief the numbers
     * @param labels the number of labels
     */
    public static boolean isBelief(double[] belief, int labels) {
        double sum = 0;
        for (double probability : belief) {
            if (!(probability >= 0 && probability <= 1)) {
                return false;
            }
            sum += probability;
        }
        return belief.length == labels && Math.abs(sum - 1) <= TOLERANCE;
    }

    void write(DataOutput out) throws IOException {
        DataFields.writeText(id, out);
        out.writeLong(time);
        out.writeInt(belief.length);
        for (double probability : belief) {
            out.writeDouble(probability);
        }
    }

    static PublicQuestion read(DataInput in) throws IOException {
        String id = DataFields.readText(in);
        long time = in.readLong();
        double[] belief = new double[in.readInt()];
        for (int i = 0; i < belief.length; i++) {
            belief[i] = in.readDouble();
        }
        return new PublicQuestion(id, time, belief);
    }

    /** A text without the id. */
    @Override
    public String toString() {
        return "PublicQuestion";
    }

    /** Tells Flink the type of questions. */
    public static final class Information extends TypeInfoFactory<PublicQuestion> {

        @Override
        public TypeInformation<PublicQuestion> createTypeInfo(Type type, Map<String, TypeInformation<?>> parameters) {
            return TYPE;
        }
    }

    /** Serializes a question field by field. */
    public static final class Serializer extends FlatSerializer<PublicQuestion> {

        private static final long serialVersionUID = 1L;

        @Override
        public PublicQuestion createInstance() {
            return new PublicQuestion("", 0, new double[0]);
        }

        @Override
        public void serialize(PublicQuestion question, DataOutputView target) throws IOException {
            question.write(target);
        }

        @Override
        public PublicQuestion deserialize(DataInputView source) throws IOException {
            return read(source);
        }

        @Override
        public TypeSerializerSnapshot<PublicQuestion> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<PublicQuestion> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
