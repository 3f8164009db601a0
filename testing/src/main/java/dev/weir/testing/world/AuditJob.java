package dev.weir.testing.world;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.topology.RequiredSettings;
import dev.weir.testing.published.Published;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/**
 * The job of an audit: admission, what the kind of pipelines does behind it, and publishing, over slots that are made in this
 * process, to the end of the input.
 *
 * @param plan the queries, over the keys of all worlds
 * @param schedule which windows are released
 * @param decoder decodes the slots as the audited job does
 * @param release adds what the audited job does with admitted records
 * @param folder an empty folder for checkpoints and the ledger, which the caller deletes
 */
public record AuditJob(Plan plan, Schedule schedule, RecordDecoder<Slot> decoder, Release release, Path folder) {

    private static final int STAGES = 8;
    private static final int KILLS = 6;

    /** From so many queries on there are few key groups, because every key group has a table of its own for each query. */
    private static final int MANY_QUERIES = 100;

    private static final int FEW_KEY_GROUPS = 12;
    private static final String NAME = "weir-audit";
    private static final String CHECKPOINTS = "checkpoints";

    /** What a job does between the admission of records and their publication. */
    @FunctionalInterface
    public interface Release {

        /**
         * Adds the operators to a job.
         *
         * @param admitted the admitted records
         * @param topology the operators that all kinds of jobs have in common
         * @param ports the destinations of the results
         */
        void add(
                SingleOutputStreamOperator<ContributionBatch> admitted,
                ReleaseTopology topology,
                ReleaseTopology.Ports ports);
    }

    /**
     * Runs the job.
     *
     * @param input the slots and what they hold
     * @param disturbance what happens to the job
     * @param published takes what it publishes
     * @param seed begins the random choice of the records at which it is disturbed
     */
    public void run(SlotInput input, Disturbance disturbance, Published published, long seed) throws Exception {
        boolean isDisturbed = disturbance != Disturbance.NONE;
        List<Long> stops = isDisturbed ? stops(input.schedule(), new SplittableRandom(seed)) : List.of();
        if (disturbance == Disturbance.RESTORE) {
            restore(input, published, stops);
        } else if (disturbance == Disturbance.ADOPT) {
            adopt(input, published, AdoptionTimes.of(plan, schedule, input.schedule(), new SplittableRandom(seed)));
        } else {
            execute(new Attempt(input, published, KillSwitch.at(stops), isDisturbed), settings(2, stops.size()));
        }
    }

    /** Places in stages of their own, neither the first nor the last. */
    private static List<Long> stops(SlotSchedule schedule, SplittableRandom random) {
        long stage = schedule.partitionSlots() / STAGES;
        return IntStream.range(0, KILLS)
                .mapToObj(number -> (number + 1) * stage + random.nextLong(Math.max(1, stage / 2)))
                .toList();
    }

    private void restore(SlotInput input, Published published, List<Long> stops) throws Exception {
        stopAt(stops.get(1), new Attempt(input, published, KillSwitch.at(stops.subList(1, 2)), true), settings(2, 0));
        stopAt(
                stops.get(4),
                new Attempt(input, published, KillSwitch.at(stops.subList(4, 5)), true),
                goingOn(3, lastState()));
        execute(new Attempt(input, published, KillSwitch.at(List.of()), true), goingOn(2, lastState()));
    }

    /** The second job knows the first one's checkpoint and is lost, with all of its checkpoints. The third one adopts that of the first. */
    private void adopt(SlotInput input, Published published, AdoptionTimes times) throws Exception {
        stopAt(times.old(), new Attempt(input, published, KillSwitch.at(List.of(times.old())), true), settings(2, 0));
        String old = lastState();
        KillSwitch lost = KillSwitch.at(List.of(times.lost()));
        isKilled(new Attempt(input, published, lost, true), goingOn(3, old));
        Schedule left = schedule.without(new AdoptedCheckpoint(plan, ledger(), schedule).closing(old, lost.latest()));
        new AuditJob(plan, left, decoder, release, folder)
                .execute(new Attempt(input, published, KillSwitch.at(List.of()), true), goingOn(2, old));
    }

    private void stopAt(long offset, Attempt attempt, Configuration settings) throws Exception {
        if (!isKilled(attempt, settings)) {
            throw new IllegalStateException("the job must end at slot " + offset + ", and has read all of them");
        }
    }

    /** Whether a job was killed before it had read all slots. */
    private boolean isKilled(Attempt attempt, Configuration settings) throws Exception {
        try {
            execute(attempt, settings);
            return false;
        } catch (Exception e) {
            if (ExceptionUtils.findThrowableWithMessage(e, KillSwitch.ON_PURPOSE)
                    .isEmpty()) {
                throw e;
            }
            return true;
        }
    }

    /** One job over the slots. */
    private record Attempt(SlotInput input, Published published, KillSwitch kills, boolean isDisturbed) {}

    private void execute(Attempt attempt, Configuration settings) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        RequiredSettings.require(env.getConfiguration());
        DataStream<Slot> slots = SlotSource.add(env, attempt.input(), attempt.isDisturbed() ? STAGES : 1)
                .map(attempt.kills())
                .returns(Slot.TYPE)
                .name("kill")
                .uid("audit-kill");
        ReleaseTopology topology = new ReleaseTopology(plan, schedule, ClockMode.STAMPED);
        SingleOutputStreamOperator<ContributionBatch> admitted = topology.admit(slots, decoder);
        LedgerAccess ledger = attempt.isDisturbed() ? ledger() : LedgerAccess.none(NAME);
        ReleaseTopology.Ports ports =
                ReleaseTopology.Ports.of(attempt.published().sinks(), CounterSink.NONE, ledger);
        release.add(admitted, topology, ports);
        try {
            env.execute(NAME);
        } finally {
            attempt.kills().forget();
        }
    }

    private LedgerAccess ledger() {
        return LedgerAccess.ofOnly(
                DirectoryLedger.at(folder.resolve("ledger").toUri().toString()), NAME);
    }

    private String lastState() throws IOException {
        return LastCheckpoint.below(folder.resolve(CHECKPOINTS)).toUri().toString();
    }

    private Configuration goingOn(int parallelism, String state) {
        return settings(parallelism, 0).set(StateRecoveryOptions.SAVEPOINT_PATH, state);
    }

    private Configuration settings(int parallelism, int restarts) {
        Configuration settings = LocalSettings.of(folder.resolve(CHECKPOINTS), parallelism, restarts);
        return plan.queries().size() < MANY_QUERIES
                ? settings
                : settings.set(PipelineOptions.MAX_PARALLELISM, FEW_KEY_GROUPS);
    }
}
