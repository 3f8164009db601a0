package dev.weir.benchmarks;

import dev.weir.operators.topology.RequiredSettings;
import java.time.Duration;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Runs one job on a cluster that has these classes on its class path; {@code benchmarks/scale/run} measures the resources of
 * its processes. The cluster's REST interface is at port {@value #PORT} of the loopback address.
 */
final class RemoteJob {

    private static final int PORT = 18281;
    private static final int KEYS = 1000;
    private static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(2);

    private RemoteJob() {}

    /**
     * Arguments: JOB PARALLELISM RECORDS UNITS CHECKPOINTS, where JOB is one of {@link Jobs} and CHECKPOINTS is the URI of a
     * folder.
     */
    public static void main(String[] arguments) throws Exception {
        int parallelism = Integer.parseInt(arguments[1]);
        Load load = new Load(Long.parseLong(arguments[2]), KEYS, Integer.parseInt(arguments[3]), parallelism);
        Configuration settings = RequiredSettings.settings(arguments[4], CHECKPOINT_EVERY);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createRemoteEnvironment("127.0.0.1", PORT, settings);
        env.setParallelism(parallelism);
        Jobs.valueOf(arguments[0]).attach(Sources.generated(env, load), load);
        env.execute(arguments[0]);
    }
}
