package dev.weir.operators.local.encode;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.topology.ReleaseTopology;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Adds to a job the operator that draws reports. One shuffle by person precedes it; the person's id stops there.
 *
 * @param terms the question and the allowance
 * @param shared the operators that all kinds of jobs have in common, for the plan of these terms
 */
public record EncodeTopology(EncodeTerms terms, ReleaseTopology shared) {

    /**
     * Draws reports of admitted records, and publishes them.
     *
     * @param admitted the result of {@link ReleaseTopology#admit}
     * @param ticks a stream without records whose watermarks follow the wall clock, or {@code admitted} itself
     * @param ports the destinations of the results
     */
    public void encode(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            DataStream<ContributionBatch> ticks,
            ReleaseTopology.Ports ports) {
        DataStream<ContributionBatch> batches = ticks == admitted ? admitted : admitted.union(ticks);
        SingleOutputStreamOperator<PublishedRow> reports = batches.keyBy(ContributionBatch::route, Types.INT)
                .transform(
                        "encode",
                        PublishedRowSerializer.TYPE,
                        new EncodeOperator(terms, shared.plan(), shared.schedule()))
                .uid("weir-encode")
                .setMaxParallelism(admitted.getExecutionEnvironment().getMaxParallelism());
        shared.publish(reports, reports.getSideOutput(EncodeOperator.COUNTERS), ports);
    }
}
