package dev.weir.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Times the steps of running totals of many keys: the noise of a step alone, then gate and release, then a whole job that
 * writes its rows to a broker in a separate process. A plain Flink job that writes equally many bytes there is measured for
 * comparison. Round 0 warms up and does not count.
 */
@Command(
        name = "running",
        description = "Times the steps of running totals; the last line is one JSON object.",
        mixinStandardHelpOptions = true)
final class RunningBenchmark implements Callable<Integer> {

    /** The number of steps, summed over keys, for the measurement of noise alone. */
    private static final int STEPS_ALONE = 20_000_000;

    @Option(names = "--keys", description = "declared keys (default: ${DEFAULT-VALUE})")
    private int keys = 100_000;

    @Option(names = "--steps", description = "of every key (default: ${DEFAULT-VALUE})")
    private int steps = 20;

    @Option(names = "--records", description = "in a step, each of a unit of its own (default: ${DEFAULT-VALUE})")
    private int records = 10_000;

    @Option(names = "--horizon", description = "that noise is tuned for, in steps (default: ${DEFAULT-VALUE})")
    private long horizon = 65_536;

    @Option(names = "--parallelism", description = "subtasks (default: ${DEFAULT-VALUE})")
    private int parallelism = 2;

    @Option(names = "--checkpoint-millis", description = "between checkpoints (default: ${DEFAULT-VALUE})")
    private long checkpointMillis = 2000;

    @Option(names = "--rounds", description = "that count (default: ${DEFAULT-VALUE})")
    private int rounds = 1;

    @Option(names = "--without-kafka", description = "gate and release alone")
    private boolean withoutKafka;

    @Option(
            names = "--ledger-alone",
            description = "rows that are made before, with a ledger, and KafkaSink exactly once")
    private boolean ledgerAlone;

    @Option(
            names = "--levels",
            description = "rows that are discarded, of these keys and of as many nodes in four levels")
    private boolean levels;

    private final Map<String, Figures> figures = new LinkedHashMap<>();
    private final HeapWatch heap = HeapWatch.start();

    /**
     * The measurements of one job.
     *
     * @param run the fastest round that counts
     * @param step the seconds of one step; the first step is excluded if the job notes the times of its steps
     * @param stepCpu the processor seconds of such a step, summed over processors
     * @param pending the maximum number of bytes of lines that have waited to be published
     * @param heap the maximum number of bytes in use after a garbage collection
     */
    private record Figures(Cluster.Run run, double step, double stepCpu, long pending, long heap) {}

    @Override
    public Integer call() throws Exception {
        SeriesLoad load = new SeriesLoad(keys, steps, records, horizon, parallelism, false);
        double stepNanos = SeriesStep.of(keys, horizon).nanos(Math.max(10, STEPS_ALONE / keys));
        System.out.printf(Locale.ROOT, "%d bytes of state a key, %.0f ns a step%n", load.stateBytes(), stepNanos);
        try (Cluster cluster = Cluster.start(parallelism, Duration.ofMillis(checkpointMillis));
                SeparateBroker broker = SeparateBroker.start()) {
            Map<String, RunningJobs.Job> jobs =
                    jobs(new RunningJobs(cluster, broker, new SeriesJobs(load, broker.address())));
            for (int round = 0; round <= rounds; round++) {
                for (Map.Entry<String, RunningJobs.Job> job : jobs.entrySet()) {
                    run(round, job.getKey(), job.getValue(), load);
                }
            }
        }
        System.out.println(json(load, stepNanos));
        return 0;
    }

    private Map<String, RunningJobs.Job> jobs(RunningJobs jobs) {
        if (ledgerAlone) {
            return jobs.ledgerAlone();
        }
        if (levels) {
            return jobs.levels();
        }
        return withoutKafka ? jobs.withoutKafka() : jobs.all();
    }

    private void run(int round, String name, RunningJobs.Job job, SeriesLoad load) throws Exception {
        CountedBytes.reset();
        StepClock.reset();
        heap.take();
        Cluster.Run run = job.run();
        if (isTimed(name)) {
            System.out.println(StepClock.phases());
        }
        Figures own = figures(name, run);
        boolean isWeir = Set.of(RunningJobs.RELEASE, RunningJobs.WEIR, RunningJobs.LEDGER)
                .contains(name);
        if (isWeir && CountedBytes.rows() != load.rows()) {
            throw new IllegalStateException("must publish " + load.rows() + " rows, were " + CountedBytes.rows());
        }
        System.out.printf(
                Locale.ROOT, "round %d %s %.2f s, cpu %.2f s%n", round, name, run.seconds(), run.cpuSeconds());
        Figures before = figures.get(name);
        if (before == null || round <= 1 || run.seconds() < before.run.seconds()) {
            figures.put(name, own);
        }
    }

    /** Whether a job notes the times of its steps. */
    private static boolean isTimed(String name) {
        return Set.of(RunningJobs.RELEASE, RunningJobs.KEYS, RunningJobs.LEVELS).contains(name);
    }

    private Figures figures(String name, Cluster.Run run) {
        boolean hasClock = isTimed(name) && steps > 1;
        return new Figures(
                run,
                hasClock ? StepClock.seconds() / (steps - 1) : run.seconds() / steps,
                hasClock ? StepClock.cpuSeconds() / (steps - 1) : run.cpuSeconds() / steps,
                CountedBytes.mostPending(),
                heap.take());
    }

    private String json(SeriesLoad load, double stepNanos) {
        List<String> fields = new ArrayList<>();
        fields.add(format(
                "\"keys\":%d,\"steps\":%d,\"records/step\":%d,\"horizon\":%d,\"parallelism\":%d",
                keys, steps, records, horizon, parallelism));
        fields.add(format("\"state bytes/key\":%d,\"step ns\":%.0f", load.stateBytes(), stepNanos));
        figures.forEach((name, own) -> fields.add(figures(name, own)));
        ratio(fields, RunningJobs.WEIR, RunningJobs.PLAIN, run -> run.seconds());
        ratio(fields, RunningJobs.WEIR, RunningJobs.PLAIN_AT_LEAST_ONCE, run -> run.seconds());
        rowRatio(fields, load);
        ratio(fields, RunningJobs.LEDGER, RunningJobs.PLAIN, run -> run.seconds());
        ratio(fields, RunningJobs.LEDGER, RunningJobs.WEIR, run -> run.seconds());
        ratio(fields, RunningJobs.COMMITTER, RunningJobs.PLAIN, run -> run.seconds());
        return "{" + String.join(",", fields) + "}";
    }

    private String figures(String name, Figures own) {
        return format(
                "\"%s\":{\"s\":%.2f,\"rows/s\":%.0f,\"s/step\":%.3f,\"cpu s/step\":%.3f,\"heap MB\":%d,\"pending MB\":%d,"
                        + "\"snapshot MB\":%d,\"snapshot ms\":%d}",
                name,
                own.run.seconds(),
                (double) keys * steps / own.run.seconds(),
                own.step,
                own.stepCpu,
                own.heap >> 20,
                own.pending >> 20,
                own.run.snapshotBytes() >> 20,
                own.run.snapshotMillis());
    }

    private void ratio(List<String> fields, String ours, String others, ToDoubleFunction<Cluster.Run> figure) {
        Figures our = figures.get(ours);
        Figures other = figures.get(others);
        if (our != null && other != null) {
            fields.add(format(
                    "\"%s / %s\":%.2f", ours, others, figure.applyAsDouble(our.run) / figure.applyAsDouble(other.run)));
        }
    }

    /** Adds the ratio of rows a second of levels to those of keys, in the steps after the first. */
    private void rowRatio(List<String> fields, SeriesLoad load) {
        Figures ofKeys = figures.get(RunningJobs.KEYS);
        Figures ofLevels = figures.get(RunningJobs.LEVELS);
        if (ofKeys != null && ofLevels != null) {
            double more = (double) load.inLevels().rows() / load.rows();
            String title = "\"%s / %s\":{\"rows/s\":%.3f,\"rows/cpu s\":%.3f}";
            double bySeconds = more * ofKeys.step / ofLevels.step;
            double byCpu = more * ofKeys.stepCpu / ofLevels.stepCpu;
            fields.add(format(title, RunningJobs.LEVELS, RunningJobs.KEYS, bySeconds, byCpu));
        }
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
