package dev.weir.operators.api;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.RequiredSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A job over a day of synthetic visits, with an hourly query of a count and a sum, and a query whose key accounts run out.
 *
 * @param run the name of the run, by which copies of operators find what its sinks have seen
 * @param directory for checkpoints
 * @param crash the place where it fails once, after a sink has seen something
 * @param restarts whether it restarts after the failure
 */
record Town(String run, Path directory, Crash crash, boolean restarts) {

    static final List<String> PLACES = List.of("harbour", "market");

    private static final int MINUTES = 24 * 60;

    /**
     * The number of days of a run that lasts until a test has seen something and crashed the job, on a slow machine too; all
     * days but the first are outside of the schedule.
     */
    private static final int LONG = 20;

    static final long CHECKPOINT_MILLIS = 200;

    private static final Schedule DAY = Schedule.between(Visit.START, Visit.START.plus(Duration.ofDays(1)));
    private static final TimeBounds TIMING = TimeBounds.of(Duration.ZERO, Duration.ofDays(1));

    /** The results of each run's sinks. */
    static final Map<String, Seen> RUNS = new ConcurrentHashMap<>();

    enum Crash {
        NONE,
        INPUT,
        SINK
    }

    /** The results of the sinks of one run. */
    static final class Seen {
        final ConcurrentLinkedQueue<Release> releases = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Withheld> withheld = new ConcurrentLinkedQueue<>();
        final ConcurrentLinkedQueue<Release> beforeAnyCheckpoint = new ConcurrentLinkedQueue<>();
        final AtomicBoolean failed = new AtomicBoolean();

        void failOnce() {
            if (failed.compareAndSet(false, true)) {
                throw new IllegalStateException("a crash that the test asked for");
            }
        }
    }

    Seen seen() {
        return RUNS.computeIfAbsent(run, name -> new Seen());
    }

    /** Runs the job to its end. */
    Seen run(int parallelism, Configuration further) throws Exception {
        start(parallelism, further).getJobExecutionResult().get();
        return seen();
    }

    /** Starts the job. */
    JobClient start(int parallelism, Configuration further) throws Exception {
        Configuration all = settings();
        all.addAll(further);
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(all);
        environment.setParallelism(parallelism);
        seen();
        build(environment);
        return environment.executeAsync(run);
    }

    Configuration settings() {
        Configuration settings =
                RequiredSettings.settings(directory.toUri().toString(), Duration.ofMillis(CHECKPOINT_MILLIS));
        settings.set(RestartStrategyOptions.RESTART_STRATEGY, restarts ? "fixed-delay" : "none");
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        settings.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(10));
        return settings;
    }

    private void build(StreamExecutionEnvironment environment) {
        PrivateStream<Visit> visits = visits(environment
                .fromSequence(0, (crash == Crash.INPUT ? LONG : 1) * MINUTES - 1)
                .uid("numbers")
                .setParallelism(1)
                .map(new TownFunctions.Visits(this))
                .uid("visits")
                .setParallelism(1));
        PrivateStream.Released released = visits.release(hourly(visits), limited(visits));
        released.releases()
                .map(new TownFunctions.Watch(this))
                .returns(Types.VOID)
                .uid("watch")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .uid("end-of-releases");
        released.withheld()
                .map(new TownFunctions.WatchWithheld(this))
                .returns(Types.VOID)
                .uid("watch-withheld")
                .sinkTo(new DiscardingSink<>())
                .uid("end-of-withheld");
    }

    /** Returns a stream of visits without any job. */
    PrivateStream<Visit> visits(StreamExecutionEnvironment environment) {
        return visits(environment.fromSequence(0, 9).map(new TownFunctions.Visits(this)));
    }

    private static PrivateStream<Visit> visits(DataStream<Visit> stream) {
        return PrivateStream.of(stream)
                .timedBy(Visit::time, TIMING, DAY)
                .protecting(PrivacyUnit.USER_PER_DAY, "visitor", Visit::visitor)
                .within("town", new Budget.Pure(new BigDecimal("9000")));
    }

    static PrivateQuery<Visit> hourly(PrivateStream<Visit> visits) {
        return visits.query("hourly")
                .byDeclaredKey(Visit::place, PLACES)
                .every(Duration.ofHours(1))
                .within(Bounds.NONE)
                .aggregate(
                        Aggregation.<Visit>count("visits").weighing(20),
                        Aggregation.sum(
                                "spent", Visit::spent, Clamp.clamp(0, 50).onGrid(BigDecimal.ONE)))
                .spending(0.99, 480);
    }

    private static PrivateQuery<Visit> limited(PrivateStream<Visit> visits) {
        return query(visits, "limited")
                .spending(1)
                .limitingEachKey(new Budget.Pure(new BigDecimal("1620")), Duration.ofDays(1));
    }

    static UnpricedQuery<Visit> query(PrivateStream<Visit> visits, String name) {
        return visits.query(name)
                .where(visit -> visit.spent() >= 0)
                .byDeclaredKey(Visit::place, PLACES)
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(Aggregation.count("visits"));
    }

    /**
     * Returns the expected names of releases. The key accounts of the limited query last for 18 windows that end on a day;
     * the last window ends on the next day.
     */
    static List<String> releaseNames() {
        List<String> releaseNames = new ArrayList<>();
        for (String place : PLACES) {
            for (int hour = 1; hour <= 24; hour++) {
                long end = Visit.START.plus(Duration.ofHours(hour)).toEpochMilli();
                releaseNames.add("town/hourly/1/" + place + "/" + end);
                if (hour <= 18 || hour == 24) {
                    releaseNames.add("town/limited/1/" + place + "/" + end);
                }
            }
        }
        return releaseNames;
    }
}
