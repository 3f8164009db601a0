package dev.weir.jobs;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.kafka.LedgerTopics;
import dev.weir.operators.api.Aggregation;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.RequiredSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A job written with the Java API whose ledger is a topic. It has one record for each second of event time from the epoch on,
 * counts them by minute, and covers ten minutes in a second.
 */
final class TicksJob {

    private static final int RECORDS_A_SECOND = 600;

    private TicksJob() {}

    /** Builds the job, with checkpoints five times a second below a folder, and starts nothing. */
    static StreamExecutionEnvironment build(String brokers, String topic, Path checkpoints) {
        Ledger.Factory place = new LedgerTopics(brokers).ownDomain(topic, Map.of());
        return build(LedgerAccess.ofOnly(place, "ticks"), "per-minute", BigDecimal.ONE, checkpoints);
    }

    /** Builds a pipeline of the domain with one query, as {@link #build(String, String, Path)} does. */
    static StreamExecutionEnvironment build(LedgerAccess access, String query, BigDecimal budget, Path checkpoints) {
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettings.settings(checkpoints.toUri().toString(), Duration.ofMillis(200)));
        flink.setParallelism(1);
        release(ticks(flink, budget).keepingLedger(access), query);
        return flink;
    }

    private static PrivateStream<Long> ticks(StreamExecutionEnvironment flink, BigDecimal budget) {
        DataGeneratorSource<Long> seconds = new DataGeneratorSource<>(
                second -> second, Long.MAX_VALUE, RateLimiterStrategy.perSecond(RECORDS_A_SECOND), Types.LONG);
        DataStream<Long> stream = flink.fromSource(seconds, WatermarkStrategy.noWatermarks(), "seconds")
                .uid("seconds");
        return PrivateStream.of(stream)
                .timedBy(
                        Instant::ofEpochSecond,
                        TimeBounds.of(Duration.ZERO, Duration.ofHours(1)),
                        Schedule.startingAt(0))
                .protecting(PrivacyUnit.USER_PER_DAY, "visitor", second -> "u" + second % 7)
                .within("ticks", new Budget.Pure(budget));
    }

    private static void release(PrivateStream<Long> ticks, String query) {
        PrivateQuery<Long> perMinute = ticks.query(query)
                .byDeclaredKey(second -> second % 2 == 0 ? "even" : "odd", List.of("even", "odd"))
                .every(Duration.ofMinutes(1))
                .atMost(1, 2)
                .aggregate(Aggregation.count("ticks"))
                .spending(2);
        ticks.release(perMinute).releases().sinkTo(new DiscardingSink<>()).uid("nowhere");
    }
}
