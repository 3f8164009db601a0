package dev.weir.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Whole jobs, one after the other in turn, on the same events: what privacy costs a Flink job. Arguments: records, keys,
 * units, parallelism, rounds, and the name of a job to run that one alone, to look at it. The first round warms up and is
 * not counted. The last line is one JSON object.
 */
public final class PipelineBenchmark {

    private PipelineBenchmark() {}

    /** Runs and prints. */
    public static void main(String[] arguments) throws Exception {
        Load load =
                new Load(Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        int parallelism = Integer.parseInt(arguments[3]);
        int rounds = Integer.parseInt(arguments[4]);
        Set<Jobs> jobs = arguments.length > 5 ? EnumSet.of(Jobs.valueOf(arguments[5])) : EnumSet.allOf(Jobs.class);
        Map<Jobs, List<Double>> seconds = new EnumMap<>(Jobs.class);
        for (int round = 0; round <= rounds; round++) {
            for (Jobs job : jobs) {
                double taken = run(job, load, parallelism);
                if (round > 0) {
                    seconds.computeIfAbsent(job, j -> new ArrayList<>()).add(taken);
                }
                System.out.printf(
                        "round %d %s %.2f s %.0f records/s, heap after GC %d MB%n",
                        round, job, taken, load.records() / taken, heap());
            }
        }
        if (jobs.size() > 1) {
            System.out.println(Figures.json(load, parallelism, seconds));
        }
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }

    private static double run(Jobs job, Load load, int parallelism) throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
        WatermarkStrategy<Event> clock = WatermarkStrategy.<Event>forMonotonousTimestamps()
                .withTimestampAssigner((event, timestamp) -> event.time);
        DataGeneratorSource<Event> events = new DataGeneratorSource<>(new Generator(load), load.records(), Event.TYPE);
        DataStream<Event> stream = env.fromSource(events, clock, "events");
        job.attach(stream, load);
        long begun = System.nanoTime();
        env.execute(job.name());
        return (System.nanoTime() - begun) / 1e9;
    }

    private static Configuration configuration() throws Exception {
        Path checkpoints = Files.createTempDirectory("weir-benchmark");
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, 128);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(2));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        return configuration;
    }

    /** Makes events of numbers, into the same object again and again. */
    private static final class Generator implements GeneratorFunction<Long, Event> {

        private static final long serialVersionUID = 1L;

        private final Load load;
        private transient int[] keys;
        private transient Event event;

        @SuppressWarnings("NullAway.Init")
        Generator(Load load) {
            this.load = load;
        }

        @Override
        public void open(SourceReaderContext context) {
            keys = load.keyTable();
            event = new Event();
        }

        @Override
        public Event map(Long number) {
            load.fill(event, number, keys);
            return event;
        }
    }
}
