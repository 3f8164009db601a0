package dev.weir.operators.vote;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/** Runs the operators between admission and publication in the test's thread. A barrier reaches all; a restore begins with new ones. */
final class VoteBench implements AutoCloseable {

    static final long MINUTE = 60_000;
    static final List<String> LABELS = List.of("benign", "malign", "odd");
    static final Schedule ALWAYS = Schedule.startingAt(0);

    private final VoteTerms terms;
    private final Plan plan;
    private final KeyedBench<ContributionBatch, ClosedTally> counting;
    private final OneInputStreamOperatorTestHarness<ClosedTally, PublishedRow> labelling;
    private final List<PublishedRow> rows = new ArrayList<>();
    private final List<ContributionBatch> sent = new ArrayList<>();
    private final BatchBuffer buffer = new BatchBuffer(
            KeyedBench.MAX_PARALLELISM, batch -> sent.add(new ContributionBatch.Serializer().copy(batch)));
    private long offset;

    /** The state of all operators at a barrier. */
    record State(KeyedBench.State counting, OperatorSubtaskState labelling) {}

    static VoteTerms terms(VoteMechanism mechanism, int teachers, Budget budget) {
        return new VoteTerms(
                "triage",
                1,
                mechanism,
                LABELS,
                teachers,
                new VoteTerms.Close(teachers, Duration.ofMinutes(10)),
                budget);
    }

    /** Noise that overturns a lead of one vote with probability Q(22), and a budget for a whole number of answers. */
    static VoteTerms exact(int teachers, int answers) {
        VoteMechanism mechanism = new VoteMechanism.Gnmax(new BigDecimal("0.03125"));
        return terms(mechanism, teachers, rho(BigDecimal.valueOf(1024L * answers)));
    }

    static Budget rho(BigDecimal rho) {
        return new Budget.Concentrated(rho, Delta.atMost(new BigDecimal("1e-5")));
    }

    static VoteBench start(VoteTerms terms) throws Exception {
        return new VoteBench(terms, ALWAYS, 2, null);
    }

    VoteBench(VoteTerms terms, Schedule schedule, int parallelism, @Nullable State state) throws Exception {
        this.terms = terms;
        this.plan = terms.plan("clinic", new TimeBounds(0, 24 * 60 * MINUTE), UnitName.of("teacher"), "");
        this.counting =
                new KeyedBench<>(() -> new VoteOperator(terms, plan, schedule), ContributionBatch::route, false);
        counting.start(parallelism, state == null ? null : state.counting());
        LabelOperator label = new LabelOperator(terms, schedule, new VoteRows(plan, new Lines()), true);
        this.labelling = new OneInputStreamOperatorTestHarness<>(InstantiationUtil.clone(label), 1, 1, 0);
        labelling.setup();
        if (state != null) {
            labelling.initializeState(state.labelling());
        }
        labelling.open();
    }

    /** Lines that tests read. */
    private static final class Lines implements VoteFormat {

        private static final long serialVersionUID = 1L;

        @Override
        public byte[] line(VoteResult result) {
            return bytes(result.question() + " " + (result.withheld() ? "withheld" : result.label()) + " "
                    + result.account().asked() + " " + result.account().answered() + " "
                    + result.account().spent().femto() + " "
                    + result.account().left().femto());
        }

        @Override
        public byte[] exact(ExactVote exact) {
            return bytes(exact.question() + " " + Arrays.toString(exact.counts()) + " " + exact.answered());
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    void ask(String question, long time) throws Exception {
        ask(new PublicQuestion(question, time, new double[0]));
    }

    void ask(PublicQuestion question) throws Exception {
        AdmittedRecord record = new AdmittedRecord();
        VoteWords.set(question, record);
        send(record);
    }

    void vote(String question, String teacher, String label, long time) throws Exception {
        AdmittedRecord record = new AdmittedRecord();
        record.start(question.getBytes(StandardCharsets.UTF_8), time);
        int number = new VoteFields(terms.labels()).number(label);
        record.add(0, 0, VoteWords.vote(teacher.getBytes(StandardCharsets.UTF_8), number, 3, offset++));
        send(record);
    }

    /** Votes of teachers t0, t1 and so on, as many for each label as are given. */
    void votes(String question, long time, int... counts) throws Exception {
        int teacher = 0;
        for (int label = 0; label < counts.length; label++) {
            for (int i = 0; i < counts[label]; i++) {
                vote(question, "t" + teacher++, terms.labels().get(label), time);
            }
        }
    }

    private void send(AdmittedRecord record) throws Exception {
        buffer.add(record);
        buffer.sendAll();
        for (ContributionBatch batch : sent) {
            counting.process(batch);
        }
        sent.clear();
        pass();
    }

    void watermark(long time) throws Exception {
        counting.watermark(time);
        pass();
        labelling.processWatermark(time);
        pass();
    }

    private void pass() throws Exception {
        for (ClosedTally tally : counting.output()) {
            labelling.processElement(tally, 0);
        }
        rows.addAll(labelling.extractOutputValues());
        labelling.getOutput().clear();
    }

    State barrier() throws Exception {
        counting.beforeBarrier();
        KeyedBench.State counted = counting.snapshot();
        pass();
        return new State(counted, labelling.snapshot(1, 1));
    }

    /** The rows since the last call. */
    List<PublishedRow> rows() {
        List<PublishedRow> taken = List.copyOf(rows);
        rows.clear();
        return taken;
    }

    /** The lines of the rows since the last call. */
    List<String> lines() {
        return rows().stream().map(VoteBench::line).toList();
    }

    static String line(PublishedRow row) {
        return new String(row.line(), StandardCharsets.UTF_8);
    }

    List<String> exact() {
        var side = labelling.getSideOutput(LabelOperator.EXACT);
        return side == null
                ? List.of()
                : side.stream().map(record -> line(record.getValue())).toList();
    }

    /** The dead letters since the last call. */
    List<DeadLetter> deadLetters() {
        return counting.output(VoteOperator.DEAD_LETTERS);
    }

    /** Counters of admission, which come with votes. */
    void admissionCounted(RecordCounters counted) throws Exception {
        counting.process(ContributionBatch.ofCounters(KeyedBench.MAX_PARALLELISM, counted));
    }

    RecordCounters counters() throws Exception {
        counting.beforeBarrier();
        RecordCounters all = RecordCounters.empty(1);
        counting.output(VoteOperator.COUNTERS).forEach(all::add);
        return all;
    }

    @Override
    public void close() {
        counting.close();
        try {
            labelling.close();
        } catch (Exception e) {
            throw new AssertionError("an operator must close", e);
        }
    }
}
