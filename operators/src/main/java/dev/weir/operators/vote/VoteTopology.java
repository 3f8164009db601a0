package dev.weir.operators.vote;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.topology.ReleaseTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Connects the operators that votes pass between admission and publication: tallies by question, in parallel, and behind them one operator
 * with the account, which draws labels.
 *
 * @param terms what teachers vote on, and what is published
 * @param shared the operators that all kinds of jobs have in common, for {@link VoteTerms#plan}
 */
public record VoteTopology(VoteTerms terms, ReleaseTopology shared) {

    /**
     * Adds the operators that count votes and publish labels.
     *
     * @param admitted the result of {@link ReleaseTopology#admit}, decoded by {@link VoteFields}
     * @param ticks a stream without records whose watermarks follow the wall clock, or {@code admitted} itself
     * @param questions the public questions, with watermarks of the same clock as those of votes. A question that is invalid must
     *     have been dropped
     * @param format writes the rows; exact votes are written only if {@code ports} reveal them
     * @param ports the destinations of the results
     * @return votes that were rejected behind admission, by code, without payload: {@code LATE}, {@code NO_QUESTION}, {@code SECOND_VOTE}
     */
    public DataStream<DeadLetter> label(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            DataStream<ContributionBatch> ticks,
            DataStream<PublicQuestion> questions,
            VoteFormat format,
            ReleaseTopology.Ports ports) {
        throw new UnsupportedOperationException("not built yet");
    }
}
