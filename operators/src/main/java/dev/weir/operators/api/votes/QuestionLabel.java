package dev.weir.operators.api.votes;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
import java.io.IOException;
import java.math.BigDecimal;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.jspecify.annotations.Nullable;

/**
 * What is published of a question. When a job receives it, it is durable and may be shown to anybody.
 *
 * @param question the id of the question
 * @param label the label: drawn, or of an interactive mechanism the student's own; null if the vote did not pass its check and the student
 *     has none, or if the question was withheld
 * @param withheld whether the budget had no room for the question, so that it was not asked
 * @param asked how many questions have been asked under this version, this one included unless it was withheld
 * @param answered how many of them teachers have answered
 * @param spent what they cost, in &mu;&sup2;/2, which is &rho;; rounded up once, to 10<sup>-15</sup>
 * @param left the budget minus {@code spent}; 0 if a smaller budget than was spent is stated now
 */
public record QuestionLabel(
        String question,
        @Nullable String label,
        boolean withheld,
        long asked,
        long answered,
        BigDecimal spent,
        BigDecimal left) {

    /** The type information for Flink. */
    public static final FlatType<QuestionLabel> TYPE = new FlatType<>(QuestionLabel.class, new Serializer());

    /** Serializes a label field by field. */
    public static final class Serializer extends FlatSerializer<QuestionLabel> {

        private static final long serialVersionUID = 1L;

        @Override
        public QuestionLabel createInstance() {
            return new QuestionLabel("", null, true, 0, 0, BigDecimal.ZERO, BigDecimal.ZERO);
        }

        @Override
        public void serialize(QuestionLabel label, DataOutputView target) throws IOException {
            DataFields.writeText(label.question, target);
            target.writeBoolean(label.label != null);
            if (label.label != null) {
                DataFields.writeText(label.label, target);
            }
            target.writeBoolean(label.withheld);
            target.writeLong(label.asked);
            target.writeLong(label.answered);
            DataFields.writeText(label.spent.toString(), target);
            DataFields.writeText(label.left.toString(), target);
        }

        @Override
        public QuestionLabel deserialize(DataInputView source) throws IOException {
            return new QuestionLabel(
                    DataFields.readText(source),
                    source.readBoolean() ? DataFields.readText(source) : null,
                    source.readBoolean(),
                    source.readLong(),
                    source.readLong(),
                    new BigDecimal(DataFields.readText(source)),
                    new BigDecimal(DataFields.readText(source)));
        }

        @Override
        public TypeSerializerSnapshot<QuestionLabel> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<QuestionLabel> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
