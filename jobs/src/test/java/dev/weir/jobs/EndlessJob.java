package dev.weir.jobs;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.RequiredSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A job written with the Java API that runs in a separate process until it is killed, for tests that inspect the process. It
 * has two task managers, because these open ports for each other and a single one does not.
 */
final class EndlessJob {

    private static final int RECORDS_A_SECOND = 100;

    private EndlessJob() {}

    /** Runs the job. The only argument is the folder for checkpoints. */
    public static void main(String[] arguments) throws Exception {
        Configuration settings =
                RequiredSettings.settings(Path.of(arguments[0]).toUri().toString(), Duration.ofMillis(500));
        settings.set(TaskManagerOptions.MINI_CLUSTER_NUM_TASK_MANAGERS, 2);
        settings.set(
                BlobServerOptions.OFFLOAD_MINSIZE, 0); // descriptions of tasks are sent through the blob server, too
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        flink.setParallelism(2);
        DataGeneratorSource<Long> seconds = new DataGeneratorSource<>(
                second -> second, Long.MAX_VALUE, RateLimiterStrategy.perSecond(RECORDS_A_SECOND), Types.LONG);
        DataStream<Long> stream = flink.fromSource(seconds, WatermarkStrategy.noWatermarks(), "seconds")
                .setParallelism(1);
        PrivateStream<Long> ticks = PrivateStream.of(stream)
                .timedBy(
                        Instant::ofEpochSecond,
                        TimeBounds.of(Duration.ZERO, Duration.ofHours(1)),
                        Schedule.startingAt(0))
                .protecting(PrivacyUnit.USER_PER_DAY, "visitor", second -> "u" + second % 7)
                .within("ticks", new Budget.Pure(BigDecimal.ONE));
        PrivateQuery<Long> perMinute = ticks.query("per-minute")
                .byDeclaredKey(second -> second % 2 == 0 ? "even" : "odd", List.of("even", "odd"))
                .every(Duration.ofMinutes(1))
                .atMost(1, 2)
                .aggregate(Aggregation.count("ticks"))
                .spending(2);
        ticks.release(perMinute).releases().print();
        flink.execute("ticks");
    }
}
