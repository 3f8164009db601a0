package dev.weir.benchmarks;

import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.topology.ReleaseTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the time from a window's end until readers of the topic of releases can see its rows, with a ledger and without.
 * Records come in real time, and the broker is a separate process. The window should not be a multiple of the checkpoint
 * interval, so that ends of windows are spread over the interval.
 */
@Command(
        name = "delay",
        description = "Times how long after its end a window is visible; the last line is one JSON object.",
        mixinStandardHelpOptions = true)
final class DelayBenchmark implements Callable<Integer> {

    private static final int UNITS = 10_000;

    /** The time before the first window that counts, so that the job's start does not delay it. */
    private static final int LEAD_SECONDS = 8;

    @Option(names = "--seconds", description = "that count, of each job (default: ${DEFAULT-VALUE})")
    private int seconds = 40;

    @Option(names = "--keys", description = "declared keys (default: ${DEFAULT-VALUE})")
    private int keys = 1000;

    @Option(names = "--records", description = "a second (default: ${DEFAULT-VALUE})")
    private int records = 20_000;

    @Option(names = "--window-millis", description = "of a window (default: ${DEFAULT-VALUE})")
    private long windowMillis = 500;

    @Option(names = "--checkpoint-millis", description = "between checkpoints (default: ${DEFAULT-VALUE})")
    private long checkpointMillis = 330;

    @Override
    public Integer call() throws Exception {
        List<String> fields = new ArrayList<>(
                List.of("\"window ms\":" + windowMillis, "\"checkpoint ms\":" + checkpointMillis, "\"keys\":" + keys));
        try (Cluster cluster = Cluster.start(1, Duration.ofMillis(checkpointMillis));
                SeparateBroker broker = SeparateBroker.start()) {
            fields.add(run("without ledger", cluster, broker, null));
            fields.add(broker.withNew(ledger -> run("with ledger", cluster, broker, ledger)));
        }
        System.out.println("{" + String.join(",", fields) + "}");
        return 0;
    }

    private String run(String name, Cluster cluster, SeparateBroker broker, @Nullable String ledger) throws Exception {
        List<Long> delays = broker.with("released", topic -> {
            cluster.run(env -> attach(env, broker.address(), topic, ledger), false);
            return Delays.take();
        });
        return String.format(
                Locale.ROOT,
                "\"%s\":{\"windows\":%d,\"median ms\":%d,\"95 %% ms\":%d,\"most ms\":%d}",
                name,
                delays.size(),
                Delays.quantile(delays, 0.5),
                Delays.quantile(delays, 0.95),
                Delays.quantile(delays, 1));
    }

    private void attach(StreamExecutionEnvironment env, String brokers, String topic, @Nullable String ledger) {
        Plan plan = Jobs.plan(
                ledger == null ? "benchmark" : ledger,
                Jobs.query("q", keys, new TumblingWindow(windowMillis), Bounds.NONE));
        long start = Math.floorDiv(System.currentTimeMillis(), windowMillis) * windowMillis + LEAD_SECONDS * 1000L;
        ReleaseTopology chain =
                new ReleaseTopology(plan, new Schedule(start, start + seconds * 1000L), ClockMode.STAMPED);
        LedgerAccess access = ledger == null ? LedgerAccess.none(plan.domain()) : access(brokers, ledger);
        Jobs.publish(
                events(env),
                chain,
                new JsonRows(plan),
                ReleaseTopology.Ports.of(sink(brokers, topic), CounterSink.NONE, access));
    }

    private static ReleaseSink.Factory sink(String brokers, String topic) {
        KafkaReleaseSink.Factory sink =
                new KafkaReleaseSink.Factory(brokers, Map.of(), new KafkaReleaseSink.Topics(topic, topic));
        return () -> new Delays(sink.open());
    }

    private static LedgerAccess access(String brokers, String ledger) {
        return LedgerAccess.ofOnly(KafkaLedger.of(Map.of("bootstrap.servers", brokers), ledger), ledger);
    }

    /** Returns records whose event time is the present, until one second after the last window. */
    private DataStream<Event> events(StreamExecutionEnvironment env) {
        int lasting = LEAD_SECONDS + seconds + 1;
        int declared = keys;
        WatermarkStrategy<Event> clock =
                WatermarkStrategy.<Event>forMonotonousTimestamps().withTimestampAssigner((event, before) -> event.time);
        return env.fromSource(
                new DataGeneratorSource<>(
                        number -> event(number, declared),
                        (long) records * lasting,
                        RateLimiterStrategy.perSecond(records),
                        Event.TYPE),
                clock,
                "events");
    }

    private static Event event(long number, int keys) {
        Event event = new Event();
        event.time = System.currentTimeMillis();
        event.unitHigh = number % UNITS;
        event.unitLow = number % UNITS;
        event.key = (int) (number % keys);
        event.value = 1;
        return event;
    }
}
