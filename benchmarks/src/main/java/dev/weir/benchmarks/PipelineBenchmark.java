package dev.weir.benchmarks;

import dev.weir.benchmarks.formats.ConvertCommand;
import dev.weir.benchmarks.formats.RecordEncoders;
import dev.weir.benchmarks.formats.RegisteredReplayCommand;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs whole jobs in turn, on the same events, in one cluster, to measure what privacy costs a Flink job. Round 0 warms up
 * and measures the heap; its times do not count.
 */
@Command(
        name = "weir bench",
        description = "Times whole jobs; the last line is one JSON object.",
        mixinStandardHelpOptions = true,
        subcommands = {
            PipelineBenchmark.Pipeline.class,
            RunningBenchmark.class,
            OutageBenchmark.class,
            DelayBenchmark.class,
            SnapshotBenchmark.class,
            StartBenchmark.class,
            EncodeRates.class,
            ConvertCommand.class,
            RegisteredReplayCommand.class,
            SqlpBenchmark.class
        })
public final class PipelineBenchmark {

    private PipelineBenchmark() {}

    /**
     * Runs one benchmark.
     *
     * @param arguments {@code pipeline}, {@code running}, {@code outage}, {@code delay}, {@code snapshots}, {@code starts},
     *     {@code encode}, {@code convert}, {@code registered} or {@code dp-sqlp}, followed by its options
     */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PipelineBenchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    /** Compares plain Flink, Weir, and Weir through Kafka. */
    @Command(
            name = "pipeline",
            description = "Plain Flink, Weir, and both through Kafka.",
            mixinStandardHelpOptions = true)
    static final class Pipeline implements Callable<Integer> {

        @Option(names = "--records", description = "how many (default: ${DEFAULT-VALUE})")
        private long records = 10_000_000;

        @Option(names = "--keys", description = "Zipf keys (default: ${DEFAULT-VALUE})")
        private int keys = 1000;

        @Option(names = "--units", description = "uniform units (default: ${DEFAULT-VALUE})")
        private int units = 100_000;

        @Option(names = "--parallelism", description = "subtasks (default: ${DEFAULT-VALUE})")
        private int parallelism = 1;

        @Option(names = "--checkpoint-millis", description = "between checkpoints (default: ${DEFAULT-VALUE})")
        private long checkpointMillis = 2000;

        @Option(names = "--rounds", description = "that count (default: ${DEFAULT-VALUE})")
        private int rounds = 3;

        @Option(
                names = "--only",
                split = ",",
                description =
                        "these jobs alone: PLAIN, DISTINCT, WEIR, WEIR_MEAN, WEIR_QUANTILES, WEIR_CAPPED, WEIR_TWO,"
                                + " WEIR_RUNNING, WEIR_DAY, WEIR_CALENDAR, WEIR_GAUSSIAN, WEIR_LEVELS,"
                                + " WEIR_LEVELS_LAPLACE, SHUFFLE")
        private Jobs @Nullable [] only;

        @Option(names = "--release", description = "also another release than count and sum: mean or quantiles")
        private @Nullable String release;

        @Option(
                names = "--format",
                split = "[,|]",
                description = "a pipeline file's job over a topic in these formats alone: csv, json, avro, protobuf")
        private RecordEncoders @Nullable [] formats;

        @Option(names = "--without-kafka", description = "made events alone")
        private boolean withoutKafka;

        @Option(names = "--kafka-alone", description = "the shuffle and Weir from Kafka alone")
        private boolean kafkaAlone;

        @Option(names = "--ledger-alone", description = "Weir to Kafka alone, with a ledger and without")
        private boolean ledgerAlone;

        @Option(
                names = "--snapshots-every",
                description = "Weir to Kafka alone, with snapshots of the ledger after so many batches and with none")
        private long snapshotsEvery;

        @Override
        public Integer call() throws Exception {
            Load load = new Load(records, keys, units, parallelism);
            double machine = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
            Contest contest = new Contest(load, machine);
            try (Cluster cluster = Cluster.start(parallelism, Duration.ofMillis(checkpointMillis));
                    EmbeddedBroker broker = EmbeddedBroker.start()) {
                Map<String, Consumer<StreamExecutionEnvironment>> contestants = contestants(load, broker);
                for (int round = 0; round <= rounds; round++) {
                    run(round, contestants, cluster, contest);
                }
            }
            System.out.println(contest.json());
            return 0;
        }

        private static void run(
                int round,
                Map<String, Consumer<StreamExecutionEnvironment>> contestants,
                Cluster cluster,
                Contest contest)
                throws Exception {
            for (Map.Entry<String, Consumer<StreamExecutionEnvironment>> contestant : contestants.entrySet()) {
                Cluster.Run run = cluster.run(contestant.getValue(), round == 0);
                note(contest, round, contestant.getKey(), run);
            }
        }

        private static void note(Contest contest, int round, String name, Cluster.Run run) {
            System.out.printf("round %d %s %.2f s, cpu %.2f s%n", round, name, run.seconds(), run.cpuSeconds());
            if (round == 0) {
                contest.addLook(name, run);
            } else {
                contest.add(name, run);
            }
        }

        private Map<String, Consumer<StreamExecutionEnvironment>> contestants(Load load, EmbeddedBroker broker)
                throws Exception {
            Map<String, Consumer<StreamExecutionEnvironment>> contestants = new LinkedHashMap<>();
            if (ledgerAlone) {
                Sources.fill(broker, load);
                publish(contestants, load, broker);
                return contestants;
            }
            if (snapshotsEvery > 0) {
                return withAndWithoutSnapshots(load, broker);
            }
            if (formats != null) {
                return ofFormats(formats, load, broker);
            }
            if (kafkaAlone) {
                read(contestants, load, broker);
                return contestants;
            }
            List<Jobs> chosen = new ArrayList<>(only == null ? Jobs.usual() : Arrays.asList(only));
            if (release != null) {
                chosen.add(Jobs.valueOf("WEIR_" + release.toUpperCase(Locale.ROOT)));
            }
            chosen.forEach(job -> contestants.put(job.name(), env -> job.attach(Sources.generated(env, load), load)));
            if (!withoutKafka) {
                read(contestants, load, broker);
                publish(contestants, load, broker);
            }
            return contestants;
        }

        private Map<String, Consumer<StreamExecutionEnvironment>> withAndWithoutSnapshots(
                Load load, EmbeddedBroker broker) throws Exception {
            Sources.fill(broker, load);
            Published.createTopics(broker);
            Map<String, Consumer<StreamExecutionEnvironment>> contestants = new LinkedHashMap<>();
            contestants.put("WEIR without snapshots", env -> new Published(broker, true, 0).attach(env, load));
            contestants.put(
                    "WEIR with snapshots", env -> new Published(broker, true, snapshotsEvery).attach(env, load));
            return contestants;
        }

        private static Map<String, Consumer<StreamExecutionEnvironment>> ofFormats(
                RecordEncoders[] formats, Load load, EmbeddedBroker broker) throws Exception {
            Map<String, Consumer<StreamExecutionEnvironment>> contestants = new LinkedHashMap<>();
            broker.createTopic("dead-letter", 1, Map.of());
            FormatJobs jobs = new FormatJobs(broker, load, Files.createTempDirectory("weir-formats"));
            for (RecordEncoders format : formats) {
                contestants.put(FormatJobs.name(format), jobs.fill(format));
            }
            return contestants;
        }

        private static void read(
                Map<String, Consumer<StreamExecutionEnvironment>> contestants, Load load, EmbeddedBroker broker)
                throws Exception {
            Sources.fill(broker, load);
            contestants.put("SHUFFLE from Kafka", env -> Jobs.SHUFFLE.attach(Sources.fromKafka(env, broker), load));
            contestants.put("WEIR from Kafka", env -> Jobs.WEIR.attach(Sources.fromKafka(env, broker), load));
        }

        private static void publish(
                Map<String, Consumer<StreamExecutionEnvironment>> contestants, Load load, EmbeddedBroker broker)
                throws Exception {
            Published.createTopics(broker);
            contestants.put("WEIR to Kafka", env -> new Published(broker, false).attach(env, load));
            contestants.put("WEIR to Kafka with ledger", env -> new Published(broker, true).attach(env, load));
        }
    }
}
