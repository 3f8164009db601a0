package dev.weir.operators.vote;

import dev.weir.operators.admit.DecodedRecord;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the fields of a vote into a record that passes admission. A question takes the place of the unit's id on the way, because votes
 * are brought together by question.
 *
 * <p>A label that is missing, or none of the declared ones, is an abstention: a rejection would show that the label was another one.
 *
 * @param labels the declared labels, in their order
 */
public record VoteFields(List<String> labels) implements Serializable {

    /** The longest id of a question or a teacher, in bytes. */
    public static final int MOST_BYTES = 256;

    /**
     * The number of a label.
     *
     * @param label the text of the label; null if it is missing or of another type
     * @return its place among the declared labels, from 0; {@link VoteTerms#ABSTENTION} if it is none
     */
    public int number(@Nullable String label) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Sets a vote, or the code of its rejection: {@code NO_KEY} without an id of a question, {@code NO_UNIT} without an id of a teacher,
     * {@code TOO_LARGE} if one of them is longer than {@link #MOST_BYTES}. Set the time of the record before.
     *
     * @param question the id of the question in UTF-8; empty if there is none
     * @param teacher the id of the teacher in UTF-8; empty if there is none
     * @param label the number of the label
     * @param place the input partition and the offset of the vote, for dead letters
     * @param decoded receives the vote
     */
    public void set(byte[] question, byte[] teacher, int label, Place place, DecodedRecord decoded) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * The place of a vote in the input.
     *
     * @param partition the input partition
     * @param offset the position in the partition
     */
    public record Place(int partition, long offset) {}
}
