package dev.weir.operators.vote;

import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A vote on its way to its question.
 *
 * @param teacher the id of the teacher
 * @param label the number of the label; {@link VoteTerms#ABSTENTION} if it is none
 * @param time the time of the vote, epoch milliseconds
 * @param partition the input partition of the vote
 * @param offset the position of the vote in the partition
 */
record CastVote(String teacher, int label, long time, int partition, long offset) {

    private static final byte[] NO_PAYLOAD = {};

    /** The dead letter of this vote: where it is in the input. What it says stays there. */
    DeadLetter rejected(Rejection code) {
        return new DeadLetter(NO_PAYLOAD, 0, code, partition, offset);
    }

    void write(DataOutput out) throws IOException {
        DataFields.writeText(teacher, out);
        out.writeInt(label);
        out.writeLong(time);
        out.writeInt(partition);
        out.writeLong(offset);
    }

    static CastVote read(DataInput in) throws IOException {
        return new CastVote(DataFields.readText(in), in.readInt(), in.readLong(), in.readInt(), in.readLong());
    }

    /** A text without teacher and label. */
    @Override
    public String toString() {
        return "CastVote";
    }
}
