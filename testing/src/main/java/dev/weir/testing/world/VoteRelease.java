package dev.weir.testing.world;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteFormat;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.operators.vote.VoteTopology;
import java.io.Serializable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * What a job of votes does with admitted votes, about questions that are made in this process.
 *
 * @param terms what teachers vote on
 * @param format writes rows as the audited job does
 * @param questions the questions
 * @param count how many questions there are
 */
public record VoteRelease(VoteTerms terms, VoteFormat format, Questions questions, long count)
        implements AuditJob.Release {

    /** The questions of all worlds. */
    @FunctionalInterface
    public interface Questions extends Serializable {

        /**
         * A question.
         *
         * @param index from 0
         */
        PublicQuestion at(long index);
    }

    @Override
    public void add(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            ReleaseTopology topology,
            ReleaseTopology.Ports ports) {
        DataStream<PublicQuestion> asked = asked(admitted.getExecutionEnvironment());
        new VoteTopology(terms, topology)
                .label(new VoteTopology.Inputs(admitted, admitted, asked), format, ports)
                .sinkTo(new DiscardingSink<>())
                .name("refused")
                .uid("audit-refused");
    }

    private DataStream<PublicQuestion> asked(StreamExecutionEnvironment env) {
        DataGeneratorSource<PublicQuestion> source =
                new DataGeneratorSource<>(questions::at, count, PublicQuestion.TYPE);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "audit-questions")
                .uid("audit-questions");
    }
}
