package dev.weir.operators.api.votes;

import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.clock.PartitionWatermarks;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import dev.weir.operators.spool.Spool;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.ReleaseTopology;
import dev.weir.operators.topology.RequiredSettings;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteTerms;
import dev.weir.operators.vote.VoteTopology;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/** Votes and questions with all that decides about labels. Clock, closing and ledger have defaults. */
public final class VoteStream {

    private final DataStream<Vote> votes;
    private final DataStream<PublicQuestion> questions;
    private final Settings settings;

    VoteStream(DataStream<Vote> votes, DataStream<PublicQuestion> questions, Settings settings) {
        this.votes = votes;
        this.questions = questions;
        this.settings = settings;
    }

    /**
     * What the labels depend on.
     *
     * @param idle the time without a record after which a parallel part counts as idle; null if it never does
     * @param ledger where the ledger is; null if it is beside the checkpoints
     */
    record Settings(
            String domain,
            VoteTerms terms,
            TimeBounds timing,
            Schedule schedule,
            @Nullable Duration idle,
            @Nullable LedgerAccess ledger) {

        static Settings of(String domain, VoteTerms terms) {
            TimeBounds timing = TimeBounds.of(Duration.ZERO, Duration.ofDays(31));
            return new Settings(domain, terms, timing, Schedule.startingAt(0), null, null);
        }

        Plan plan() {
            return terms.plan(domain, timing, UnitName.of("teacher"), "");
        }
    }

    private VoteStream with(Settings other) {
        return new VoteStream(votes, questions, other);
    }

    /**
     * Sets when a question closes: at a number of votes or after a time, whichever comes first. The default is all teachers, and ten minutes.
     *
     * @param number the number of votes, at least 1, at most the number of teachers
     * @param wait the time from the question's own time, at least 1 ms
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public VoteStream closing(int number, Duration wait) {
        return with(settings.terms.version(), new VoteTerms.Close(number, wait));
    }

    /**
     * Sets the version, which must go up whenever the mechanism, the labels, the number of teachers or {@link #closing} changes; 1 by
     * default. It is part of the id of every label. What has been spent stays spent, and no question is asked again.
     *
     * @param number the version, at least 1
     */
    public VoteStream version(int number) {
        return with(number, settings.terms.close());
    }

    private VoteStream with(int version, VoteTerms.Close close) {
        VoteTerms terms = settings.terms;
        VoteTerms other = new VoteTerms(
                terms.name(), version, terms.mechanism(), terms.labels(), terms.teachers(), close, terms.budget());
        return with(new Settings(
                settings.domain, other, settings.timing, settings.schedule, settings.idle, settings.ledger));
    }

    /**
     * Sets the clock, which the times of votes and questions move. The default has no delay, and a skew of 31 days. Its schedule has no end,
     * so that the end of a bounded stream closes no question that has not closed by itself.
     *
     * @param timing the delay and the skew that decide when a vote is too late or too early
     * @param schedule which questions are asked; it is public
     */
    public VoteStream timedBy(TimeBounds timing, Schedule schedule) {
        return with(new Settings(settings.domain, settings.terms, timing, schedule, settings.idle, settings.ledger));
    }

    /**
     * Makes a parallel part of votes or of questions idle after some time without records, so that it does not keep questions open.
     *
     * @param idle the time without a record, above 0, by the wall clock
     */
    public VoteStream idleAfter(Duration idle) {
        return with(new Settings(
                settings.domain, settings.terms, settings.timing, settings.schedule, idle, settings.ledger));
    }

    /**
     * Keeps the ledger in another place than the default, a folder {@code weir-ledger} beside the checkpoints. The default is for the only
     * pipeline of a domain, and refuses a job that runs again without its state.
     *
     * @param access where the ledger is, the name of this pipeline, and the budget of the domain if it has several
     */
    public VoteStream keepingLedger(LedgerAccess access) {
        return with(new Settings(
                settings.domain, settings.terms, settings.timing, settings.schedule, settings.idle, access));
    }

    /**
     * Keeps no ledger. A job that is started a second time, without its state or from older state, is then not refused. Each of these
     * starts spends every teacher's budget once more, and draws other labels of the same questions.
     */
    public VoteStream withoutLedger() {
        return keepingLedger(LedgerAccess.none(settings.domain));
    }

    /**
     * What comes out.
     *
     * @param labels what is published of each question, in the order in which they were asked
     * @param privateCounters the URI of a file below the checkpoint folder: how many votes ended how, in lines {@code labels/COUNTER NUMBER}, as of
     *     the last completed checkpoint
     */
    public record Labels(DataStream<QuestionLabel> labels, String privateCounters) {}

    /**
     * Adds the operators that count votes and draw labels. A label appears only after the checkpoint that contains it has completed, and
     * never changes.
     *
     * @throws IllegalArgumentException if the environment's settings would break the guarantee
     * @throws IllegalStateException if the job publishes already
     */
    public Labels labels() {
        StreamExecutionEnvironment environment = votes.getExecutionEnvironment();
        RequiredSettings.require(environment.getConfiguration());
        if (ReleaseTopology.isIn(environment)) {
            throw new IllegalStateException("a job must publish once: all questions share one budget");
        }
        Plan plan = settings.plan();
        String checkpoints = environment.getConfiguration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        Spool spool = Spool.beside(checkpoints, plan);
        LedgerAccess ledger = settings.ledger != null
                ? settings.ledger
                : LedgerAccess.ofOnly(DirectoryLedger.beside(checkpoints), settings.domain);
        add(plan, ReleaseTopology.Ports.of(spool.releases(), spool.counterSink(), ledger));
        return new Labels(BinaryLabels.read(spool.rows(environment)), spool.counters());
    }

    private void add(Plan plan, ReleaseTopology.Ports ports) {
        Duration idle = Objects.requireNonNullElse(settings.idle, Duration.ZERO);
        ReleaseTopology topology = new ReleaseTopology(plan, settings.schedule, ClockMode.RECORD_TIME, idle);
        SingleOutputStreamOperator<ContributionBatch> admitted = topology.admit(
                        timed(votes, Vote::time, "weir-clock"), new VoteDecoder(settings.terms.labels()))
                .setParallelism(votes.getParallelism());
        DataStream<PublicQuestion> asked = timed(questions, PublicQuestion::time, "weir-vote-clock");
        new VoteTopology(settings.terms, topology)
                .label(new VoteTopology.Inputs(admitted, admitted, asked), new BinaryLabels(), ports);
    }

    /** Reads the time of a record. */
    @FunctionalInterface
    private interface Time<T> extends Serializable {

        long of(T record);
    }

    private <T> DataStream<T> timed(DataStream<T> stream, Time<T> time, String uid) {
        TimeBounds bounds = settings.timing;
        WatermarkStrategy<T> clock = WatermarkStrategy.<T>forGenerator(context -> PartitionWatermarks.ofRecordTimes(
                        (record, timestamp) -> timestamp, bounds, System::currentTimeMillis))
                .withTimestampAssigner((record, timestamp) -> VoteDecoder.clockTime(time.of(record)));
        return stream.assignTimestampsAndWatermarks(settings.idle == null ? clock : clock.withIdleness(settings.idle))
                .name("clock")
                .uid(uid)
                .setParallelism(stream.getParallelism());
    }
}
