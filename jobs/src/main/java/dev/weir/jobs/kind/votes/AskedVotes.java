package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.KindTerms;
import dev.weir.operators.vote.VoteTerms;
import java.util.Map;

/**
 * What a file of kind {@code votes} says beyond what all kinds do.
 *
 * @param terms what teachers vote on, and what is published of it
 * @param questions where public questions come from
 * @param label the field of a vote that holds the label
 * @param mechanism the section {@code mechanism} as the file has it, for cards and private reports
 */
record AskedVotes(VoteTerms terms, QuestionPlace questions, String label, Map<String, Object> mechanism)
        implements KindTerms {

    private static final long serialVersionUID = 1L;

    /** The word by which a file names the kind. */
    static final String WORD = "votes";

    @Override
    public String kind() {
        return WORD;
    }
}
