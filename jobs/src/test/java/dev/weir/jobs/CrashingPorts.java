package dev.weir.jobs;

import dev.weir.jobs.CrashPlan.Moment;
import dev.weir.jobs.CrashPlan.Point;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Planned faults outside of the ledger: in the sink of releases, in the writer of counters, and in a task next to the job's
 * own tasks.
 */
final class CrashingPorts {

    private CrashingPorts() {}

    /** Opens sinks. */
    record Sinks(ReleaseSink.Factory topics) implements ReleaseSink.Factory {

        @Override
        public ReleaseSink open() throws IOException {
            CrashPlan plan = CrashPlan.present();
            int attempt = plan.latest();
            plan.pass(attempt, Point.SINK_OPEN, Moment.BEFORE);
            ReleaseSink opened = topics.open();
            try {
                plan.pass(attempt, Point.SINK_OPEN, Moment.AFTER);
            } catch (IOException e) {
                opened.close();
                throw e;
            }
            return new Sink(opened, plan, attempt);
        }
    }

    private record Sink(ReleaseSink topics, CrashPlan plan, int attempt) implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException, InterruptedException {
            plan.pass(attempt, Point.PUBLISH, Moment.BEFORE);
            List<PublishedRow> half = List.copyOf(rows).subList(0, rows.size() / 2);
            if (plan.strikes(Point.PUBLISH_HALF, Moment.BEFORE)) {
                topics.publish(number, half);
                plan.kill(attempt);
                throw new IOException("failed on purpose behind half a batch");
            }
            if (plan.strikes(Point.PUBLISH_HALF, Moment.AFTER)) {
                topics.publish(number, half);
                topics.publish(number, rows);
                plan.kill(attempt);
                throw new IOException("failed on purpose behind a batch and a half");
            }
            topics.publish(number, rows);
            plan.pass(attempt, Point.PUBLISH, Moment.AFTER);
        }

        @Override
        public void close() throws IOException {
            topics.close();
        }
    }

    /** Writes counters. */
    record Counters(CounterSink file) implements CounterSink {

        @Override
        public void write(RecordCounters totals) throws IOException {
            strike(Point.COUNTERS, Moment.BEFORE);
            file.write(totals);
            strike(Point.COUNTERS, Moment.AFTER);
        }
    }

    private static void strike(Point point, Moment moment) throws IOException {
        if (CrashPlan.present().strikes(point, moment)) {
            throw new IOException("failed on purpose " + moment + " " + point);
        }
    }

    /** A task whose only purpose is to fail together with the job. Before: its input fails; after: the task itself. */
    static final class Bystander extends RichMapFunction<Long, Long>
            implements CheckpointedFunction, CheckpointListener {

        private static final long serialVersionUID = 1L;

        private final Moment moment;

        Bystander(Moment moment) {
            this.moment = moment;
        }

        @Override
        public Long map(Long value) throws IOException {
            if (CrashPlan.present().takeRestart()) {
                throw new IOException("failed on purpose, to start again");
            }
            return value;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws IOException {
            strike(Point.RESTORE, moment);
        }

        @Override
        public void open(OpenContext context) throws IOException {
            strike(Point.BEGIN, moment);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws IOException {
            strike(Point.SNAPSHOT, moment);
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) throws IOException {
            strike(Point.COMPLETE, moment);
        }
    }
}
