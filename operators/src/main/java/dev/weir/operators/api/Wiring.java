package dev.weir.operators.api;

import dev.weir.operators.admit.ClockMode;
import dev.weir.operators.admit.Parcel;
import dev.weir.operators.publish.Row;
import dev.weir.operators.query.Plan;
import dev.weir.operators.rows.TypedRows;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.wiring.ReleaseChain;
import dev.weir.operators.wiring.Safeguards;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Adds a release to a job: the same chain as that of a pipeline file, and a spool behind it. */
record Wiring<T>(Clocked<T> clocked, RecordReader<T> reader, Plan plan) {

    PrivateStream.Released release() {
        StreamExecutionEnvironment environment = clocked.stream().getExecutionEnvironment();
        requireSafe(environment);
        plan.requireReleasable(clocked.schedule());
        ReleaseChain chain = new ReleaseChain(plan, clocked.schedule(), ClockMode.RECORD_TIME);
        SingleOutputStreamOperator<Parcel> admitted = chain.admit(clocked.ticking(), reader)
                .setParallelism(clocked.stream().getParallelism());
        Spool spool =
                Spool.beside(environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY), plan);
        chain.release(
                admitted, admitted, new TypedRows(plan), ReleaseChain.Ports.of(spool.releases(), spool.counterSink()));
        DataStream<Row> rows = spool.rows(environment);
        return new PrivateStream.Released(TypedRows.releases(rows), TypedRows.withheld(rows), spool.counters());
    }

    private static void requireSafe(StreamExecutionEnvironment environment) {
        Safeguards.require(environment.getConfiguration());
        if (ReleaseChain.isIn(environment)) {
            throw new IllegalStateException(
                    "a job must hold one release: give all queries to it, for they share one budget");
        }
    }
}
