package dev.weir.operators.vote;

import dev.weir.accountant.vote.VoteAccount;
import org.jspecify.annotations.Nullable;

/**
 * What is published of a question. It contains nothing of the votes but the label that was drawn.
 *
 * @param question the id of the question
 * @param label the label; null if the vote did not pass its check, or the question is withheld. With an interactive mechanism
 *     it may be the student's own label: then the account has not been charged an answer
 * @param withheld whether the account had no room, so that the question was not asked
 * @param time the time of the question, epoch milliseconds
 * @param closed when the question closed, epoch milliseconds
 * @param account the public account behind this question
 */
public record VoteResult(
        String question, @Nullable String label, boolean withheld, long time, long closed, VoteAccount account) {

    /** A text without id and label. */
    @Override
    public String toString() {
        return "VoteResult";
    }
}
