package dev.weir.jobs.audit;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.TemporaryFolder;
import dev.weir.jobs.output.JsonRows;
import dev.weir.jobs.progress.Progress;
import dev.weir.jobs.record.RecordReader;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.text.TimeFormat;
import dev.weir.testing.AuditReport;
import dev.weir.testing.Evaluation;
import dev.weir.testing.drawn.DrawnRows;
import dev.weir.testing.published.Published;
import dev.weir.testing.scenario.Claims;
import dev.weir.testing.scenario.LoneRows;
import dev.weir.testing.scenario.Scenario;
import dev.weir.testing.scenario.ScenarioTimes;
import dev.weir.testing.scenario.Scenarios;
import dev.weir.testing.statistic.Trials;
import dev.weir.testing.world.AuditJob;
import dev.weir.testing.world.Disturbance;
import dev.weir.testing.world.SlotInput;
import dev.weir.testing.world.SlotSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Audits a pipeline: runs its job over many worlds, some with a canary unit and some without, and computes from what was published
 * how much the canary loses at least.
 */
public final class PipelineAudit {

    private static final int PARTITIONS = 2;

    /** Rows wait in memory until the job ends: their lines, keys and ids. */
    private static final long BYTES_OF_ROWS = 700_000_000;

    private static final long BYTES_OF_A_ROW = 400;
    private static final long BYTES_OF_A_NUMBER = 70;

    /** The most numbers of a row that count here: aggregates with more coordinates have totals that take more room than rows. */
    private static final long MOST_NUMBERS = 64;

    private static final long BYTES_OF_TOTALS = 200_000_000;

    private final Order order;
    private final Progress progress;
    private final AuditedKeys keys;
    private final AuditedRecords records;
    private final ScenarioTimes times;
    private final List<Scenario> scenarios;

    /**
     * What is to be audited, and how long.
     *
     * @param pipeline the pipeline
     * @param trials how many worlds each scenario has, at least 8
     * @param seconds after how long no further job is started; {@link Long#MAX_VALUE} for no limit
     * @param disturbance what happens to the jobs
     * @param seed begins the auditor's own choices
     */
    public record Order(Pipeline pipeline, int trials, long seconds, Disturbance disturbance, long seed) {

        /** Reads times in the standard format, because the records that are made are written in it. */
        public Order {
            pipeline = pipeline.withTimes(TimeFormat.STANDARD);
        }
    }

    /**
     * An audit.
     *
     * @param order what is to be audited
     * @param progress is told how far it is
     */
    public PipelineAudit(Order order, Progress progress) {
        this.order = order;
        this.progress = progress;
        this.keys = AuditedKeys.of(order.pipeline());
        this.records = new AuditedRecords(keys);
        this.times = ScenarioTimes.of(order.pipeline().plan(), keys.count());
        this.scenarios = new Scenarios(order.pipeline().plan(), keys.count(), times).all();
    }

    /** Runs the audit. */
    public AuditReport run() throws Exception {
        int jobs = Math.max(1, (order.trials() + worldsOfAJob() - 1) / worldsOfAJob());
        int worlds = even((order.trials() + jobs - 1) / jobs);
        Trials trials = Trials.of(worlds * jobs, order.seed());
        try (Published published = new Published(trials.count(), new JsonRowReader())) {
            int done = runJobs(trials, worlds, published);
            Claims claims = new Claims(order.pipeline().plan(), times.schedule(), records::cell);
            DrawnRows drawn = new CanaryTotals(keys, records, scenarios).drawn(times.schedule());
            return new Evaluation(trials.first(done), claims, scenarios, order.seed())
                    .comparedWith(drawn)
                    .counting(new LoneRows(order.pipeline().plan(), records::cell, keys::name))
                    .of(published);
        }
    }

    private int runJobs(Trials trials, int worlds, Published published) throws Exception {
        long start = System.nanoTime();
        int done = 0;
        long longest = 0;
        while (done < trials.count() && (done == 0 || seconds(start) + longest < order.seconds())) {
            long before = seconds(start);
            published.from(done);
            runJob(trials, done, worlds, published);
            done += worlds;
            longest = Math.max(longest, seconds(start) - before);
            progress.say(done + " of " + trials.count() + " worlds of " + scenarios.size()
                    + " scenarios have run, after " + seconds(start) + " s");
        }
        return done;
    }

    private static long seconds(long start) {
        return (System.nanoTime() - start) / 1_000_000_000;
    }

    private void runJob(Trials trials, int first, int worlds, Published published) throws Exception {
        Pipeline inside = records.readable(keys.over(scenarios.size(), worlds));
        SlotSchedule schedule = SlotSchedule.of(
                Scenario.stamps(scenarios), inside.plan().timing().delayMillis(), worlds, PARTITIONS);
        try (TemporaryFolder folder = TemporaryFolder.of("weir-audit")) {
            JsonRows rows = new JsonRows(inside.plan());
            AuditJob job = new AuditJob(
                    inside.plan(),
                    times.schedule(),
                    new SlotDecoder(new RecordReader(inside)),
                    (admitted, topology, ports) -> topology.release(admitted, admitted, rows, ports),
                    folder.path());
            WorldRecords content = new WorldRecords(trials, first, scenarios, records);
            job.run(new SlotInput(schedule, content), order.disturbance(), published, order.seed() + first);
        }
    }

    /** How many worlds fit into one job, by its rows and by the totals of its open windows. */
    private int worldsOfAJob() {
        long rows = 0;
        long totals = 0;
        for (int query = 0; query < order.pipeline().fields().size(); query++) {
            long coordinates = coordinates(planned(query).query());
            rows += rowsOfAWorld(query) * (BYTES_OF_A_ROW + BYTES_OF_A_NUMBER * Math.min(coordinates, MOST_NUMBERS));
            totals += keysOf(query) * coordinates * Long.BYTES * 4;
        }
        long most = Math.min(BYTES_OF_ROWS / rows, BYTES_OF_TOTALS / totals);
        int fitting = even((int) Math.max(8, Math.min(most, Integer.MAX_VALUE - 8)));
        return (int) Math.min(fitting, WorldQueries.most(order.pipeline().plan().queries(), scenarios.size()));
    }

    /** How many rows one world has over all scenarios. */
    long rowsOfAWorld() {
        return IntStream.range(0, order.pipeline().fields().size())
                .mapToLong(this::rowsOfAWorld)
                .sum();
    }

    private long rowsOfAWorld(int query) {
        return keysOf(query) * times.schedule().windows(planned(query).query().window());
    }

    /** How many keys of a query one world has over all scenarios. */
    private long keysOf(int query) {
        return (long) scenarios.size() * keys.rowsOf(query);
    }

    private PricedQuery planned(int query) {
        return order.pipeline().plan().queries().get(query);
    }

    private static long coordinates(Query query) {
        return query.aggregates().stream().mapToLong(Aggregate::coordinates).sum();
    }

    private static int even(int number) {
        return (number + 1) / 2 * 2;
    }

    /** What differs from the pipeline of the file, in sentences. */
    public List<String> differences() {
        String left = keys.left() == 0 ? "" : ", of which " + keys.left() + " are left out";
        List<String> differences = new ArrayList<>();
        differences.add("the plan is the pipeline's own but for the names of its keys" + left
                + ": every world has copies of " + keys.count() + " keys");
        boolean isPlain = order.pipeline().plan().queries().stream()
                .filter(priced -> priced.levelNoise().isEmpty())
                .map(priced -> priced.query().keys())
                .allMatch(
                        space -> space.catchAll() == null && space.attributes().isEmpty());
        if (!isPlain) {
            differences.add(
                    "keys of worlds are one text each: how others and combinations of fields are found is not audited");
        }
        if (IntStream.range(0, order.pipeline().fields().size()).anyMatch(keys::isDiscovered)) {
            differences.add(
                    "keys that nobody declared begin with the number of their world, and a crowd is made up for one of them");
        }
        if (IntStream.range(0, order.pipeline().fields().size()).anyMatch(keys::hasLevels)) {
            differences.add(
                    "every world has a query with levels for itself, with all rows of all its levels; what becomes of"
                            + " records there of undeclared keys is not audited");
        }
        return differences;
    }

    /** The names of the queries that take no record which the audit can make, because no value fulfils their conditions. */
    public List<String> unreached() {
        return IntStream.range(0, order.pipeline().fields().size())
                .filter(query -> !records.taken().contains(query))
                .mapToObj(query ->
                        order.pipeline().plan().queries().get(query).query().name())
                .toList();
    }
}
