package dev.weir.operators.vote;

import java.io.Serializable;

/** Writes results as the bytes that readers see. Equal results give equal bytes. */
public interface VoteFormat extends Serializable {

    /**
     * The line of a published result: a label, no label, or a withheld question.
     *
     * @param result the result
     */
    byte[] line(VoteResult result);

    /**
     * The line of the exact votes on a question, which stays in the private folder. It is called only where exact values are revealed.
     *
     * @param exact the votes
     */
    byte[] exact(ExactVote exact);
}
