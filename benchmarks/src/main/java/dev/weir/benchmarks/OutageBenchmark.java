package dev.weir.benchmarks;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a job whose input returns after an outage: the time until every missed window has been published, and the memory
 * that this takes. A week has 60480 windows of 10 s.
 */
@Command(
        name = "outage",
        description = "Catches up on the windows of an outage; the last line is one JSON object.",
        mixinStandardHelpOptions = true)
final class OutageBenchmark implements Callable<Integer> {

    @Option(names = "--windows", description = "missed, of 10 s each (default: ${DEFAULT-VALUE})")
    private int windows = 60_480;

    @Option(names = "--keys", description = "declared keys (default: ${DEFAULT-VALUE})")
    private int keys = 1000;

    @Option(names = "--records", description = "spread over the missed windows (default: ${DEFAULT-VALUE})")
    private long records;

    @Option(names = "--parallelism", description = "subtasks (default: ${DEFAULT-VALUE})")
    private int parallelism = 1;

    @Option(names = "--checkpoint-millis", description = "between checkpoints (default: ${DEFAULT-VALUE})")
    private long checkpointMillis = 1000;

    @Override
    public Integer call() throws Exception {
        Outage outage = new Outage(windows, keys, records);
        try (Cluster cluster = Cluster.start(parallelism, Duration.ofMillis(checkpointMillis))) {
            Cluster.CaughtUp run = cluster.catchUp(outage::attach, Outage::published, outage.rows());
            System.out.printf(
                    Locale.ROOT,
                    "{\"windows\":%d,\"keys\":%d,\"records\":%d,\"parallelism\":%d,\"checkpoint ms\":%d,\"seconds\":%.1f,"
                            + "\"rows/s\":%.0f,\"batches\":%d,\"largest batch\":%d,\"heap MB\":%d,\"cancel ms\":%d}%n",
                    windows,
                    keys,
                    records,
                    parallelism,
                    checkpointMillis,
                    run.seconds(),
                    outage.rows() / run.seconds(),
                    Outage.batches(),
                    Outage.largestBatch(),
                    run.heapBytes() >> 20,
                    run.cancelMillis());
        }
        return 0;
    }
}
