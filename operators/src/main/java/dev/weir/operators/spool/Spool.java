package dev.weir.operators.spool;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.UUID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Brings published rows back into the job that publishes them: a sink writes them into a folder beside the checkpoints, and a
 * source of the same job reads the folder.
 *
 * <p>When the last checkpoint of a bounded job has completed, the output of the publishing operator has already ended,
 * so that operator could not emit the last rows itself. The output of the source has not ended, so bounded jobs see
 * every row. The source keeps in its state which rows it has emitted, so with exactly-once checkpoints each row takes
 * effect downstream once. A batch is deleted when a checkpoint after its emission has completed, so the folder stays
 * small.
 *
 * <p>Each job that is built has a new folder and never finds the files of another job. A job that resumes from state
 * first reads its old folder, which the state names.
 */
public final class Spool implements Serializable {

    private static final long serialVersionUID = 1L;

    private final SpoolFolder folder;
    private final CounterFile counters;

    private Spool(SpoolFolder folder, CounterFile counters) {
        this.folder = folder;
        this.counters = counters;
    }

    /**
     * Creates a spool for a job that is being built, below the folder for checkpoints.
     *
     * @param checkpoints the URI of the folder for checkpoints, which all task managers can reach
     * @param plan the plan of the job
     */
    public static Spool beside(String checkpoints, Plan plan) {
        String base = checkpoints.endsWith("/") ? checkpoints : checkpoints + "/";
        UUID job = UUID.randomUUID();
        return new Spool(
                new SpoolFolder(base + "weir-spool/" + job),
                new CounterFile(base + "weir-private/" + job + "/counters.txt", plan));
    }

    /** The URI of the file with the exact counters, which remains after the job has ended. The file is private. */
    public String counters() {
        return counters.place();
    }

    /** The sink of the publishing operator, which writes batches into the folder. */
    public ReleaseSink.Factory releases() {
        SpoolFolder target = folder;
        return () -> new Writer(target);
    }

    /** The sink of the exact counters. Its file is private. */
    public CounterSink counterSink() {
        return counters;
    }

    /**
     * Adds the source of the published rows to a job. It emits them batch by batch; the timestamp of a row is the last
     * millisecond of its window.
     *
     * @param environment the environment in which the job is built
     */
    public SingleOutputStreamOperator<PublishedRow> rows(StreamExecutionEnvironment environment) {
        return environment
                .fromSource(
                        new SpoolSource(folder),
                        WatermarkStrategy.noWatermarks(),
                        "published",
                        PublishedRowSerializer.TYPE)
                .uid("weir-published")
                .setParallelism(1)
                .setMaxParallelism(1);
    }

    /** Writes batches into the folder. */
    private record Writer(SpoolFolder folder) implements ReleaseSink {

        @Override
        public void expect(long next) throws IOException {
            folder.begin(next);
        }

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException {
            folder.write(number, rows);
        }

        @Override
        public void end(long last) throws IOException {
            folder.end(last);
        }

        @Override
        public void close() {}
    }
}
