package dev.weir.operators.api.reports;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionWatermarks;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.local.support.BinaryEstimates;
import dev.weir.operators.local.support.ReportQuestion;
import dev.weir.operators.local.support.ReportReader;
import dev.weir.operators.local.support.ReportTopology;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.result.BinaryRowFormat;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.topology.RequiredSettings;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Reports of a question, with windows and clock. */
public final class TimedReports {

    /** The longest text of a report, in bytes. */
    private static final int MOST_BYTES = 1 << 20;

    private final DataStream<String> stream;
    private final ReportQuestion asked;
    private final TimeBounds timing;
    private final Schedule schedule;

    TimedReports(DataStream<String> stream, ReportQuestion asked, TimeBounds timing, Schedule schedule) {
        this.stream = stream;
        this.asked = asked;
        this.timing = timing;
        this.schedule = schedule;
    }

    /**
     * What comes out.
     *
     * @param releases the estimates of each key in each window of the schedule: the options, or {@code all}
     * @param withheld the keys and windows of too few reports
     * @param privateCounters the URI of a file below the checkpoint folder: how many reports ended how, in lines {@code
     *     QUESTION/COUNTER NUMBER}, as of the last completed checkpoint
     */
    public record Estimates(DataStream<Release> releases, DataStream<Withheld> withheld, String privateCounters) {}

    /**
     * Adds the operators that count and estimate. A row appears only after the checkpoint that contains it has completed, and its
     * values never change. There is no ledger: a job that starts again without its state publishes again, and nobody loses by it.
     *
     * @throws IllegalArgumentException if there are too many windows times keys, or the environment's settings would not keep
     *     rows as they are
     * @throws IllegalStateException if the job publishes already
     */
    public Estimates estimates() {
        StreamExecutionEnvironment environment = stream.getExecutionEnvironment();
        RequiredSettings.require(environment.getConfiguration());
        if (ReleaseTopology.isIn(environment)) {
            throw new IllegalStateException("a job must publish once: estimate another question in a job of its own");
        }
        Plan plan = asked.plan(asked.question().name(), timing);
        plan.requireReleasable(schedule);
        String checkpoints = environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        Spool spool = Spool.beside(checkpoints, plan);
        add(new ReleaseTopology(plan, schedule, ClockMode.RECORD_TIME), spool);
        DataStream<PublishedRow> rows = spool.rows(environment);
        return new Estimates(BinaryRowFormat.releases(rows), BinaryRowFormat.withheld(rows), spool.counters());
    }

    private void add(ReleaseTopology topology, Spool spool) {
        SingleOutputStreamOperator<ContributionBatch> admitted = topology.admit(
                        timestamped(), new ReportTextDecoder(new ReportReader(asked, MOST_BYTES)))
                .setParallelism(stream.getParallelism());
        ReleaseTopology.Ports ports = ReleaseTopology.Ports.of(
                spool.releases(),
                spool.counterSink(),
                LedgerAccess.none(asked.question().name()));
        new ReportTopology(asked, topology).estimate(admitted, admitted, new BinaryEstimates(), ports);
    }

    /** The reports with the starts of their periods as timestamps, and watermarks that never pass the clock of admission. */
    private SingleOutputStreamOperator<String> timestamped() {
        ReportReader reader = new ReportReader(asked, MOST_BYTES);
        TimeBounds bounds = timing;
        WatermarkStrategy<String> clock = WatermarkStrategy.<String>forGenerator(
                        context -> PartitionWatermarks.ofRecordTimes(
                                (report, timestamp) -> timestamp, bounds, System::currentTimeMillis))
                .withTimestampAssigner((report, timestamp) -> reader.start(report.getBytes(StandardCharsets.UTF_8)));
        return stream.assignTimestampsAndWatermarks(clock)
                .name("clock")
                .uid("weir-clock")
                .setParallelism(stream.getParallelism());
    }
}
