package dev.weir.jobs.demo.attacks.job;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Seen;
import dev.weir.jobs.demo.attacks.world.World;
import dev.weir.operators.api.PrivateQuery;
import dev.weir.operators.api.PrivateStream;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.state.restore.StartRefused.Code;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.testing.world.LastCheckpoint;
import dev.weir.testing.world.LocalSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/**
 * A job of the Java API over the worlds of an attack.
 *
 * @param worlds the worlds
 * @param weakness what a test has taken away from Weir
 * @param folder an empty folder for checkpoints and the ledger
 */
public record WeirJob(Worlds worlds, Weakness weakness, Path folder) {

    private static final TimeBounds TIMING = TimeBounds.of(Duration.ZERO, Duration.ofDays(3));

    /**
     * Runs the job, and restores it as often as the attack says.
     *
     * @param seen takes what it publishes
     * @return how many restored jobs Weir has refused to start
     */
    public int run(Seen seen) throws Exception {
        if (worlds.attack().restores() == 0) {
            execute(seen, settings(), false);
            return 0;
        }
        interrupt(seen);
        Path savepoint = LastCheckpoint.below(checkpoints());
        int refused = 0;
        for (int restore = 0; restore < worlds.attack().restores(); restore++) {
            refused += isRefused(seen, savepoint) ? 1 : 0;
        }
        return refused;
    }

    private void interrupt(Seen seen) throws Exception {
        try {
            execute(seen, settings(), true);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowableWithMessage(e, PlannedEnd.ON_PURPOSE)
                    .isEmpty()) {
                throw e;
            }
            return;
        }
        throw new IllegalStateException("the job must end behind its first checkpoint, and has read all records");
    }

    /** Restores the savepoint, and says whether the start was refused because the savepoint is older than what was published. */
    private boolean isRefused(Seen seen, Path savepoint) throws Exception {
        try {
            execute(
                    seen,
                    settings()
                            .set(
                                    StateRecoveryOptions.SAVEPOINT_PATH,
                                    savepoint.toUri().toString()),
                    false);
            return false;
        } catch (Exception e) {
            if (StartRefused.in(e).map(StartRefused::code).orElse(null) != Code.LEDGER_AHEAD) {
                throw e;
            }
            return true;
        }
    }

    private Path checkpoints() {
        return folder.resolve("checkpoints");
    }

    private Configuration settings() {
        return LocalSettings.of(checkpoints(), 2, 0);
    }

    private void execute(Seen seen, Configuration settings, boolean isInterrupted) throws Exception {
        Attack attack = worlds.attack();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        DataStream<Fact> facts = attack.restores() == 0
                ? worlds.in(env)
                : worlds.inTwoParts(env)
                        .map(new PlannedEnd(seen.name(), isInterrupted))
                        .returns(Fact.TYPE)
                        .uid("interruption")
                        .setParallelism(1);
        released(facts)
                .releases()
                .map(attack::answer)
                .returns(Answer.TYPE)
                .uid("answers")
                .sinkTo(new AnswerSink(seen.name()))
                .uid("adversary");
        env.execute(attack.name() + " on Weir");
    }

    private PrivateStream.Released released(DataStream<Fact> facts) {
        Attack attack = worlds.attack();
        PrivateStream<Fact> whole = within(facts, attack.budget());
        List<PrivateQuery<Fact>> queries = attack.queries(whole, World.keys(worlds.count()));
        PrivateStream<Fact> stream =
                switch (weakness) {
                    case NONE -> whole;
                    case NO_ACCOUNT -> within(facts, times(attack.budget(), queries.size()));
                    case NO_LEDGER -> whole.withoutLedger();
                };
        @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of generic types cannot be made otherwise
        PrivateQuery<Fact>[] all = queries.toArray(new PrivateQuery[0]);
        return stream.release(all);
    }

    private PrivateStream<Fact> within(DataStream<Fact> facts, Budget budget) {
        Instant start = Instant.ofEpochMilli(worlds.attack().start());
        Instant end = start.plus(Duration.ofHours(worlds.attack().hours()));
        return PrivateStream.of(facts)
                .timedBy(Fact::instant, TIMING, Schedule.between(start, end))
                .protecting(PrivacyUnit.USER_PER_DAY, "person", Fact::person)
                .within(worlds.attack().name(), budget);
    }

    /** The pure budget of which every query may spend the whole, as if each had an account of its own. */
    private static Budget times(Budget budget, int queries) {
        return budget instanceof Budget.Pure pure
                ? new Budget.Pure(pure.epsilon().multiply(BigDecimal.valueOf(queries)))
                : budget;
    }
}
