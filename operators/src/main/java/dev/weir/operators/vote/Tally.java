package dev.weir.operators.vote;

import dev.weir.operators.state.DataFields;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/** The votes on one open question. They are as sensitive as the input, and a text of them does not exist. */
final class Tally {

    private final PublicQuestion question;
    private final BitSet voters;
    private final long[] counts;
    private long last;

    private Tally(PublicQuestion question, BitSet voters, long[] counts, long last) {
        this.question = question;
        this.voters = voters;
        this.counts = counts;
        this.last = last;
    }

    /** A question without votes. */
    static Tally of(PublicQuestion question, int labels) {
        return new Tally(question, new BitSet(), new long[labels], question.time());
    }

    PublicQuestion question() {
        return question;
    }

    /** The numbers of the teachers who have voted. */
    BitSet voters() {
        return voters;
    }

    /** Adds the vote of a teacher who has not voted. An abstention is a vote for no label. */
    void add(int teacher, CastVote vote) {
        voters.set(teacher);
        last = Math.max(last, vote.time());
        if (vote.label() != VoteTerms.ABSTENTION) {
            counts[vote.label()]++;
        }
    }

    /** How many teachers have voted, whatever their labels are. */
    int votes() {
        return voters.cardinality();
    }

    /** The end of the last vote's millisecond, epoch milliseconds. */
    long behindLast() {
        return last + 1;
    }

    /** What goes to the account when the question closes. */
    ClosedTally closed(long time) {
        return new ClosedTally(question, time, counts.clone());
    }

    void write(DataOutput out) throws IOException {
        question.write(out);
        DataFields.writeLongs(voters.toLongArray(), out);
        DataFields.writeLongs(counts, out);
        out.writeLong(last);
    }

    static Tally read(DataInput in) throws IOException {
        PublicQuestion question = PublicQuestion.read(in);
        BitSet voters = BitSet.valueOf(DataFields.readLongs(in));
        return new Tally(question, voters, DataFields.readLongs(in), in.readLong());
    }
}
