package dev.weir.operators.api;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.query.Plan;
import dev.weir.operators.result.BinaryRowFormat;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.topology.RequiredSettings;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Adds a release to a job. It consists of the same operators as the job of a pipeline file, followed by a spool, from
 * which rows are read after their checkpoint has completed.
 */
record StreamRelease<T>(TimedStream<T> timed, TypedRecordDecoder<T> decoder, Plan plan, LedgerChoice ledger) {

    /**
     * Adds the operators of the release to the job.
     *
     * @return the spool that the published rows go to
     * @throws IllegalArgumentException if the environment's settings would break the guarantee, or there are too many windows
     *     times keys
     * @throws IllegalStateException if the job has a release already, or its ledger cannot be kept in the chosen place
     */
    Spool attach() {
        StreamExecutionEnvironment environment = timed.stream().getExecutionEnvironment();
        new RefusalLine(ledger == LedgerChoice.BESIDE_CHECKPOINTS ? RunAgain.HINT : "").set();
        requireAllowed(environment);
        ReleaseTopology topology = new ReleaseTopology(
                plan, timed.schedule(), ClockMode.RECORD_TIME, Objects.requireNonNullElse(timed.idle(), Duration.ZERO));
        SingleOutputStreamOperator<ContributionBatch> admitted = topology.admit(timed.timestamped(), decoder)
                .setParallelism(timed.stream().getParallelism());
        String checkpoints = environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        Spool spool = Spool.beside(checkpoints, plan);
        ReleaseTopology.Ports ports =
                ReleaseTopology.Ports.of(spool.releases(), spool.counterSink(), ledger.of(checkpoints, plan));
        topology.release(admitted, admitted, new BinaryRowFormat(plan), ports);
        return spool;
    }

    private void requireAllowed(StreamExecutionEnvironment environment) {
        RequiredSettings.require(environment.getConfiguration());
        if (ReleaseTopology.isIn(environment)) {
            throw new IllegalStateException(
                    "a job must hold one release: give all queries to it, for they share one budget");
        }
        plan.requireReleasable(timed.schedule());
    }
}
