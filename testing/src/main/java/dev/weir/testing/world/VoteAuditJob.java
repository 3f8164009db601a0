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
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteFormat;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.operators.vote.VoteTopology;
import dev.weir.testing.published.Published;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.ExceptionUtils;

/**
 * The job of an audit of votes: the operators of every such job over slots and questions that are made in this process, to the end
 * of the input.
 *
 * @param terms what teachers vote on
 * @param plan the plan of the terms
 * @param schedule which questions are asked
 * @param decoder decodes the slots as the audited job does
 * @param format writes rows as the audited job does
 * @param folder an empty folder for checkpoints and the ledger, which the caller deletes
 */
public record VoteAuditJob(
        VoteTerms terms, Plan plan, Schedule schedule, RecordDecoder<Slot> decoder, VoteFormat format, Path folder) {

    private static final int STAGES = 8;
    private static final int KILLS = 6;
    private static final String NAME = "weir-vote-audit";
    private static final String CHECKPOINTS = "checkpoints";

    /** The questions of all worlds. */
    @FunctionalInterface
    public interface Questions extends Serializable {

        /**
         * A question.
         *
         * @param index from 0
         */
        PublicQuestion at(long index);
    }

    /**
     * What the job reads.
     *
     * @param votes the slots of votes
     * @param questions the questions
     * @param count how many questions there are
     */
    public record Input(SlotInput votes, Questions questions, long count) {}

    /**
     * Runs the job.
     *
     * @param input votes and questions
     * @param disturbance what happens to the job
     * @param published takes what it publishes
     * @param seed begins the random choice of the records at which it is disturbed
     */
    public void run(Input input, Disturbance disturbance, Published published, long seed) throws Exception {
        List<Long> stops = disturbance == Disturbance.NONE
                ? List.of()
                : stops(input.votes().schedule().partitionSlots(), new SplittableRandom(seed));
        if (disturbance == Disturbance.RESTORE) {
            stopAt(stops.subList(1, 2), input, published, settings(2, 0));
            stopAt(stops.subList(4, 5), input, published, goingOn(3));
            execute(new Attempt(input, published, List.of(), true), goingOn(2));
        } else {
            execute(new Attempt(input, published, stops, !stops.isEmpty()), settings(2, stops.size()));
        }
    }

    /** Places in stages of their own, neither the first nor the last. */
    private static List<Long> stops(long slots, SplittableRandom random) {
        long stage = slots / STAGES;
        return LongStream.rangeClosed(1, KILLS)
                .map(number -> number * stage + random.nextLong(Math.max(1, stage / 2)))
                .boxed()
                .toList();
    }

    private void stopAt(List<Long> stop, Input input, Published published, Configuration settings) throws Exception {
        try {
            execute(new Attempt(input, published, stop, true), settings);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowableWithMessage(e, KillSwitch.ON_PURPOSE)
                    .isEmpty()) {
                throw e;
            }
            return;
        }
        throw new IllegalStateException("the job must end at slot " + stop + ", and has read all of them");
    }

    /** One job over the input. */
    private record Attempt(Input input, Published published, List<Long> kills, boolean isDisturbed) {}

    private void execute(Attempt attempt, Configuration settings) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(settings);
        RequiredSettings.require(env.getConfiguration());
        KillSwitch kills = KillSwitch.at(attempt.kills());
        DataStream<Slot> slots = SlotSource.add(env, attempt.input().votes(), attempt.isDisturbed() ? STAGES : 1)
                .map(kills)
                .returns(Slot.TYPE)
                .name("kill")
                .uid("audit-kill");
        ReleaseTopology topology = new ReleaseTopology(plan, schedule, ClockMode.STAMPED);
        SingleOutputStreamOperator<ContributionBatch> admitted = topology.admit(slots, decoder);
        LedgerAccess ledger = attempt.isDisturbed() ? ledger() : LedgerAccess.none(NAME);
        new VoteTopology(terms, topology)
                .label(
                        new VoteTopology.Inputs(admitted, admitted, questions(env, attempt.input())),
                        format,
                        ReleaseTopology.Ports.of(attempt.published().sinks(), CounterSink.NONE, ledger))
                .sinkTo(new DiscardingSink<>())
                .name("refused")
                .uid("audit-refused");
        try {
            env.execute(NAME);
        } finally {
            kills.forget();
        }
    }

    private static DataStream<PublicQuestion> questions(StreamExecutionEnvironment env, Input input) {
        Questions questions = input.questions();
        DataGeneratorSource<PublicQuestion> source =
                new DataGeneratorSource<>(questions::at, input.count(), PublicQuestion.TYPE);
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "audit-questions")
                .uid("audit-questions");
    }

    private LedgerAccess ledger() {
        return LedgerAccess.ofOnly(
                DirectoryLedger.at(folder.resolve("ledger").toUri().toString()), NAME);
    }

    private Configuration goingOn(int parallelism) throws IOException {
        String state = LastCheckpoint.below(folder.resolve(CHECKPOINTS)).toUri().toString();
        return settings(parallelism, 0).set(StateRecoveryOptions.SAVEPOINT_PATH, state);
    }

    private Configuration settings(int parallelism, int restarts) {
        return LocalSettings.of(folder.resolve(CHECKPOINTS), parallelism, restarts);
    }
}
