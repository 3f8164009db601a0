package dev.weir.operators.api.votes;

import dev.weir.accountant.vote.VoteAccount;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.vote.ExactVote;
import dev.weir.operators.vote.VoteFormat;
import dev.weir.operators.vote.VoteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Writes results as binary rows, and reads such rows back. Exact votes are never written. */
final class BinaryLabels implements VoteFormat {

    private static final long serialVersionUID = 1L;

    private static final int INITIAL_BYTES = 256;

    @Override
    public byte[] line(VoteResult result) {
        VoteAccount account = result.account();
        QuestionLabel label = new QuestionLabel(
                result.question(),
                result.label(),
                result.withheld(),
                account.asked(),
                account.answered(),
                account.spent().value(),
                account.left().value());
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        try {
            new QuestionLabel.Serializer().serialize(label, out);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory can be written to", e);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public byte[] exact(ExactVote exact) {
        throw new IllegalStateException("exact votes must stay in the job");
    }

    /** The labels in published rows, in their order. */
    static DataStream<QuestionLabel> read(DataStream<PublishedRow> rows) {
        return rows.map(row -> new QuestionLabel.Serializer().deserialize(new DataInputDeserializer(row.line())))
                .returns(QuestionLabel.TYPE)
                .name("labels")
                .uid("weir-labels")
                .setParallelism(1);
    }
}
