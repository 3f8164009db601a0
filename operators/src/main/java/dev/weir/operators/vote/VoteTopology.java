package dev.weir.operators.vote;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.topology.ReleaseTopology;
import org.apache.flink.api.common.typeinfo.Types;
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

    private static final String VOTE = "weir-vote";

    /** The id of the private sink that all kinds of jobs have in common. */
    private static final String EXACT = "weir-exact";

    /**
     * What goes in.
     *
     * @param admitted the votes: the result of {@link ReleaseTopology#admit}, decoded by {@link VoteFields}
     * @param ticks a stream without records whose watermarks follow the wall clock, or {@code admitted} itself
     * @param questions the public questions, with watermarks of the same clock as those of votes: a question whose time is before the watermark
     *     may come too late for its votes. The first question with an id is the only one. Questions without an id are ignored. One
     *     without a valid belief takes its id and is never asked, if the mechanism is interactive
     */
    public record Inputs(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            DataStream<ContributionBatch> ticks,
            DataStream<PublicQuestion> questions) {}

    /**
     * Adds the operators that count votes and publish labels. The operator with the account has a task of its own, so that its maximum
     * parallelism is not that of the operators before it, and the job can change its parallelism.
     *
     * @param inputs votes and questions
     * @param format writes the rows; exact votes are written only if {@code ports} reveal them
     * @param ports the destinations of the results
     * @return votes that were rejected behind admission, by code, without payload: {@code LATE}, {@code NO_QUESTION}, {@code SECOND_VOTE}
     */
    public DataStream<DeadLetter> label(Inputs inputs, VoteFormat format, ReleaseTopology.Ports ports) {
        SingleOutputStreamOperator<ContributionBatch> admitted = inputs.admitted();
        int groups = admitted.getExecutionEnvironment().getMaxParallelism();
        DataStream<ContributionBatch> votes = inputs.ticks() == admitted ? admitted : admitted.union(inputs.ticks());
        SingleOutputStreamOperator<ClosedTally> tallies = votes.union(batches(inputs.questions(), groups))
                .keyBy(ContributionBatch::route, Types.INT)
                .transform("vote", ClosedTally.TYPE, new VoteOperator(terms, shared.plan(), shared.schedule()))
                .uid(VOTE)
                .setMaxParallelism(groups);
        SingleOutputStreamOperator<PublishedRow> rows = labels(tallies, format, ports.exact() != null);
        shared.publish(rows, tallies.getSideOutput(VoteOperator.COUNTERS), ports);
        if (ports.exact() != null) {
            rows.getSideOutput(LabelOperator.EXACT)
                    .sinkTo(ports.exact())
                    .name("exact")
                    .uid(EXACT);
        }
        return tallies.getSideOutput(VoteOperator.DEAD_LETTERS);
    }

    private static DataStream<ContributionBatch> batches(DataStream<PublicQuestion> questions, int groups) {
        return questions
                .transform("questions", ContributionBatch.TYPE, new QuestionBatchOperator(groups))
                .uid(VOTE + "-questions")
                .setParallelism(questions.getParallelism());
    }

    private SingleOutputStreamOperator<PublishedRow> labels(
            DataStream<ClosedTally> tallies, VoteFormat format, boolean reveal) {
        return tallies.transform(
                        "label",
                        PublishedRowSerializer.TYPE,
                        new LabelOperator(terms, shared.schedule(), new VoteRows(shared.plan(), format), reveal))
                .startNewChain()
                .uid(VOTE + "-label")
                .setParallelism(1)
                .setMaxParallelism(1);
    }
}
