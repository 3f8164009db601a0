package dev.weir.operators.local.support;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.topology.ReleaseTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Connects the operators that reports pass between admission and publication: each subtask of admission counts what it has
 * admitted, and one operator adds these parts and closes windows.
 *
 * @param asked the question
 * @param topology the operators that all kinds of jobs have in common, for the plan of the question
 */
public record ReportTopology(ReportQuestion asked, ReleaseTopology topology) {

    private static final String SUPPORT = "weir-support";

    /**
     * Adds the operators that count reports and publish estimates. The operator that closes windows has a task of its own, so that
     * its maximum parallelism is not that of the operators before it, and the job can change its parallelism.
     *
     * @param admitted the result of {@link ReleaseTopology#admit}
     * @param ticks a stream without records whose watermarks follow the wall clock, or {@code admitted} itself
     * @param format writes the rows
     * @param ports the destinations of the results
     */
    public void estimate(
            SingleOutputStreamOperator<ContributionBatch> admitted,
            DataStream<ContributionBatch> ticks,
            EstimateFormat format,
            ReleaseTopology.Ports ports) {
        SingleOutputStreamOperator<SupportPart> counted = counted(admitted, SUPPORT + "-parts");
        DataStream<SupportPart> parts = ticks == admitted ? counted : counted.union(counted(ticks, SUPPORT + "-ticks"));
        SingleOutputStreamOperator<PublishedRow> rows = parts.transform(
                        "support",
                        PublishedRowSerializer.TYPE,
                        new SupportOperator(asked, topology.plan(), topology.schedule(), format))
                .startNewChain()
                .uid(SUPPORT)
                .setParallelism(1)
                .setMaxParallelism(1);
        topology.publish(
                rows,
                counted.getSideOutput(PartialSupportOperator.COUNTERS)
                        .union(rows.getSideOutput(SupportOperator.COUNTERS)),
                ports);
    }

    /** Counts where records are, so that no record crosses the network. */
    private SingleOutputStreamOperator<SupportPart> counted(DataStream<ContributionBatch> records, String uid) {
        return records.transform("count-reports", SupportPart.TYPE, new PartialSupportOperator(asked))
                .setParallelism(records.getParallelism())
                .uid(uid);
    }
}
