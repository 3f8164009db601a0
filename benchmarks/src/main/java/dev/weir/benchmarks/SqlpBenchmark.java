package dev.weir.benchmarks;

import dev.weir.benchmarks.sqlp.SqlpCounts;
import dev.weir.benchmarks.sqlp.SqlpErrors;
import dev.weir.benchmarks.sqlp.SqlpJob;
import dev.weir.benchmarks.sqlp.SqlpPublished;
import dev.weir.benchmarks.sqlp.SqlpRecords;
import dev.weir.benchmarks.sqlp.SqlpReleased;
import dev.weir.benchmarks.sqlp.SqlpStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Releases the keys of a published benchmark of streams whose keys nobody declares, and compares the errors with the published ones. The records
 * are made before the job starts and are no part of its time; the whole job from its source to its sink is.
 */
@Command(
        name = "dp-sqlp",
        description = "Keys that nobody declares, beside DP-SQLP (arXiv 2303.18086); the last line is one JSON object.",
        mixinStandardHelpOptions = true)
final class SqlpBenchmark implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    @Option(names = "--steps", description = "of the stream (default: ${DEFAULT-VALUE})")
    private int steps = 100;

    @Option(names = "--scale", description = "10 million users times this, at most 1 (default: ${DEFAULT-VALUE})")
    private double scale = 0.01;

    @Option(names = "--seed", description = "of the records, not of the noise (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--parallelism", description = "subtasks of gate and release (default: ${DEFAULT-VALUE})")
    private int parallelism = 2;

    @Option(names = "--checkpoint-millis", description = "between checkpoints (default: ${DEFAULT-VALUE})")
    private long checkpointMillis = 10_000;

    /** The errors of a run, its time from start to end, and the most heap after a garbage collection. */
    private record Figures(SqlpErrors errors, double seconds, long heapBytes) {}

    @Override
    public Integer call() throws Exception {
        if (!(scale > 0 && scale <= 1) || SqlpRecords.users(scale) < 1) {
            throw new ParameterException(command.commandLine(), "--scale: must be from 1e-7 to 1, was " + scale);
        }
        PrintWriter out = command.commandLine().getOut();
        SqlpJob job = new SqlpJob(steps);
        SqlpRecords made = new SqlpRecords(seed, steps);
        int users = SqlpRecords.users(scale);
        SqlpCounts counts = SqlpCounts.of(made, steps, users);
        Path file = Files.createTempFile("weir-dp-sqlp", ".records");
        try {
            print(out, job, counts, SqlpStream.write(file, made, users, counts));
        } finally {
            Files.delete(file);
        }
        return 0;
    }

    private void print(PrintWriter out, SqlpJob job, SqlpCounts counts, SqlpStream stream) throws Exception {
        SqlpReleased released = SqlpReleased.create();
        HeapWatch heap = HeapWatch.start();
        try (Cluster cluster = Cluster.start(parallelism, Duration.ofMillis(checkpointMillis))) {
            Cluster.Run run = cluster.run(env -> job.attach(env, stream, released), false);
            requireKept(counts, released);
            SqlpErrors errors = SqlpErrors.of(counts, released);
            SqlpPublished.of(steps, scale).ifPresent(published -> compare(out, errors, published));
            out.println(json(job, counts, released, new Figures(errors, run.seconds(), heap.take())));
            out.flush();
        } finally {
            released.forget();
        }
    }

    private static void requireKept(SqlpCounts counts, SqlpReleased released) throws IOException {
        if (released.counted() != counts.kept()) {
            throw new IOException("the gate must keep every user's first record under each key");
        }
    }

    private static void compare(PrintWriter out, SqlpErrors errors, SqlpPublished published) {
        out.printf(Locale.ROOT, "%-22s %12s %12s%n", "", "Weir", "DP-SQLP");
        line(out, "announced keys", errors.keys(), published.keys());
        line(out, "largest error", errors.largest(), published.largest());
        line(out, "sum of errors", errors.sum(), published.sum());
        line(out, "Euclidean error", Math.round(errors.euclidean()), Math.round(published.euclidean()));
    }

    private static void line(PrintWriter out, String name, long ours, long theirs) {
        out.printf(Locale.ROOT, "%-22s %12d %12d%n", name, ours, theirs);
    }

    private String json(SqlpJob job, SqlpCounts counts, SqlpReleased released, Figures figures) {
        SqlpErrors errors = figures.errors;
        return String.format(
                Locale.ROOT,
                "{\"steps\":%d,\"scale\":%s,\"seed\":%d,\"records\":%d,\"kept\":%d,\"keys\":%d,\"linf\":%d,"
                        + "\"linf_released\":%d,\"l1\":%d,\"l2\":%.1f,\"seconds\":%.2f,\"records_per_second\":%.0f,"
                        + "\"rows\":%d,\"heap_mb\":%d,\"epsilon\":%s,\"delta\":%s,\"threshold_first\":%d,"
                        + "\"threshold_last\":%d}",
                steps,
                scale,
                seed,
                counts.records(),
                released.counted(),
                errors.keys(),
                errors.largest(),
                errors.largestReleased(),
                errors.sum(),
                errors.euclidean(),
                figures.seconds,
                counts.records() / figures.seconds,
                released.rows(),
                figures.heapBytes >> 20,
                SqlpJob.EPSILON,
                SqlpJob.DELTA,
                job.threshold(1),
                job.threshold(steps));
    }
}
