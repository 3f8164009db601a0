package dev.weir.operators.vote;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.Rejection;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the fields of a vote into a record that passes admission. The id of the question takes the place of the unit's id on the way,
 * because votes are brought together by question.
 *
 * <p>A label that is missing, or none of the declared ones, is an abstention: a rejection would show that the label was another one.
 */
public final class VoteFields implements Serializable {

    /** The longest id of a question or a teacher, in bytes. */
    public static final int MOST_BYTES = 256;

    private static final long serialVersionUID = 1L;

    private final HashMap<String, Integer> numbers = new HashMap<>();

    /**
     * Creates the fields of votes.
     *
     * @param labels the declared labels, in their order
     */
    public VoteFields(List<String> labels) {
        for (String label : labels) {
            numbers.put(label, numbers.size());
        }
    }

    /**
     * The number of a label.
     *
     * @param label the text of the label; null if it is missing or of another type
     * @return its place among the declared labels, from 0; {@link VoteTerms#ABSTENTION} if it is none
     */
    public int number(@Nullable String label) {
        Map<String, Integer> known = numbers;
        return label == null ? VoteTerms.ABSTENTION : known.getOrDefault(label, VoteTerms.ABSTENTION);
    }

    /**
     * Sets a vote, or the code of its rejection: {@code NO_KEY} without an id of a question, {@code NO_UNIT} without an id of a teacher,
     * {@code TOO_LARGE} if one of them is longer than {@link #MOST_BYTES}. The time of the record is set by the caller.
     *
     * @param vote the vote
     * @param place the place of the vote in the input, for dead letters
     * @param decoded receives the vote
     */
    public static void set(Ids vote, Place place, DecodedRecord decoded) {
        byte[] question = vote.question();
        byte[] teacher = vote.teacher();
        if (question.length == 0) {
            decoded.reject(Rejection.NO_KEY);
        } else if (teacher.length == 0) {
            decoded.reject(Rejection.NO_UNIT);
        } else if (question.length > MOST_BYTES || teacher.length > MOST_BYTES) {
            decoded.reject(Rejection.TOO_LARGE);
        } else {
            decoded.unit(question);
            decoded.key(0, 0);
            decoded.encoded(0, VoteWords.vote(teacher, vote.label(), place.partition(), place.offset()));
        }
    }

    /**
     * What a vote says.
     *
     * @param question the id of the question in UTF-8; empty if there is none
     * @param teacher the id of the teacher in UTF-8; empty if there is none
     * @param label the number of the label: {@link #number}
     */
    public record Ids(byte[] question, byte[] teacher, int label) {

        /** A text without ids and label. */
        @Override
        public String toString() {
            return "Ids";
        }
    }

    /**
     * The place of a vote in the input.
     *
     * @param partition the input partition
     * @param offset the position in the partition
     */
    public record Place(int partition, long offset) {}
}
