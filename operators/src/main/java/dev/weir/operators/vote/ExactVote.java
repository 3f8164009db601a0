package dev.weir.operators.vote;

/**
 * The exact votes on a question that was asked. They are private.
 *
 * @param question the id of the question
 * @param counts the votes for each label, in their order
 * @param surpluses the surplus of each label over the student's belief, in 2<sup>-16</sup> votes, that the check of an interactive mechanism
 *     compared with its threshold; else empty
 * @param answered whether teachers have answered it
 */
public record ExactVote(String question, long[] counts, long[] surpluses, boolean answered) {

    /** A text without id and votes. */
    @Override
    public String toString() {
        return "ExactVote";
    }
}
