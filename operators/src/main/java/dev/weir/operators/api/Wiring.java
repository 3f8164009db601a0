package dev.weir.operators.api;

import dev.weir.operators.admit.ClockMode;
import dev.weir.operators.admit.Parcel;
import dev.weir.operators.publish.Row;
import dev.weir.operators.query.Plan;
import dev.weir.operators.rows.TypedRows;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.wiring.ReleaseChain;
import dev.weir.operators.wiring.Safeguards;
import java.util.List;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Adds a release to a job: the same chain as that of a pipeline file, and a spool behind it. */
record Wiring<T>(Clocked<T> clocked, RecordReader<T> reader, Plan plan) {

    PrivateStream.Released release() {
        StreamExecutionEnvironment environment = clocked.stream().getExecutionEnvironment();
        requireSafe(environment);
        requireReleasable();
        ReleaseChain chain = new ReleaseChain(plan, clocked.schedule(), ClockMode.RECORD_TIME, false);
        SingleOutputStreamOperator<Parcel> admitted = chain.admit(clocked.ticking(), reader)
                .setParallelism(clocked.stream().getParallelism());
        Spool spool = Spool.beside(environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY));
        chain.release(admitted, admitted, new TypedRows(plan), spool.outlets());
        DataStream<Row> rows = spool.rows(environment);
        return new PrivateStream.Released(TypedRows.releases(rows), TypedRows.withheld(rows));
    }

    private static void requireSafe(StreamExecutionEnvironment environment) {
        List<String> faults = Safeguards.faults(environment.getConfiguration());
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults) + "; see Safeguards.settings");
        }
        if (ReleaseChain.isIn(environment)) {
            throw new IllegalStateException(
                    "a job must hold one release: give all queries to it, for they share one budget");
        }
    }

    private void requireReleasable() {
        long contexts = plan.contexts(clocked.schedule());
        if (clocked.schedule().isBounded() && contexts > Plan.MOST_CONTEXTS) {
            throw new IllegalArgumentException("windows times keys must be at most " + Plan.MOST_CONTEXTS + ", were "
                    + contexts + ": use longer windows or fewer keys");
        }
    }
}
