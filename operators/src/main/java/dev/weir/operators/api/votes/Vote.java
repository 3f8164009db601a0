package dev.weir.operators.api.votes;

import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.FlatSerializer;
import dev.weir.operators.state.FlatType;
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
import org.jspecify.annotations.Nullable;

/**
 * The vote of a teacher on a question.
 *
 * @param question the id of the question: 1 to 256 bytes of UTF-8
 * @param teacher the id of the teacher: 1 to 256 bytes of UTF-8
 * @param label the label; null, or none of the declared labels, is an abstention
 * @param time the time of the vote, epoch milliseconds
 */
@TypeInfo(Vote.Information.class)
public record Vote(
        String question, String teacher, @Nullable String label, long time) {

    /** The type information for Flink. */
    public static final FlatType<Vote> TYPE = new FlatType<>(Vote.class, new Serializer());

    /** A text without ids and label. */
    @Override
    public String toString() {
        return "Vote";
    }

    /** Tells Flink the type of votes. */
    public static final class Information extends TypeInfoFactory<Vote> {

        @Override
        public TypeInformation<Vote> createTypeInfo(Type type, Map<String, TypeInformation<?>> parameters) {
            return TYPE;
        }
    }

    /** Serializes a vote field by field. */
    public static final class Serializer extends FlatSerializer<Vote> {

        private static final long serialVersionUID = 1L;

        @Override
        public Vote createInstance() {
            return new Vote("", "", null, 0);
        }

        @Override
        public void serialize(Vote vote, DataOutputView target) throws IOException {
            DataFields.writeText(vote.question, target);
            DataFields.writeText(vote.teacher, target);
            target.writeBoolean(vote.label != null);
            if (vote.label != null) {
                DataFields.writeText(vote.label, target);
            }
            target.writeLong(vote.time);
        }

        @Override
        public Vote deserialize(DataInputView source) throws IOException {
            String question = DataFields.readText(source);
            String teacher = DataFields.readText(source);
            String label = source.readBoolean() ? DataFields.readText(source) : null;
            return new Vote(question, teacher, label, source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<Vote> snapshotConfiguration() {
            return new Snapshot();
        }

        /** The description of the serializer in checkpoints. */
        public static final class Snapshot extends SimpleTypeSerializerSnapshot<Vote> {
            /** The constructor that Flink calls. */
            public Snapshot() {
                super(Serializer::new);
            }
        }
    }
}
