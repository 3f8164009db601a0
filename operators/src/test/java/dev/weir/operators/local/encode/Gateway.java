package dev.weir.operators.local.encode;

import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operator that draws reports. Its question has so much noise that two draws are never equal (probability below
 * 2<sup>-30</sup> for two).
 */
final class Gateway implements AutoCloseable {

    static final long DAY = Plans.DAY;

    private final EncodeTerms terms;
    private final Schedule schedule;
    private KeyedBench<ContributionBatch, PublishedRow> bench;

    private Gateway(EncodeTerms terms, Schedule schedule) {
        this.terms = terms;
        this.schedule = schedule;
        this.bench = bench();
    }

    static EncodeTerms terms(int version, int reports, int remember) {
        NumberQuestion question = new NumberQuestion(
                "hours", BigDecimal.ONE, LocalLaplace.of(new Range(-5, 1L << 29), new BigDecimal("0.01")));
        return new EncodeTerms(
                question,
                version,
                new BigDecimal("0.01"),
                new ReportAllowance(PrivacyUnit.USER_PER_DAY, reports, remember));
    }

    static Plan plan(EncodeTerms terms) {
        return terms.plan("survey", new TimeBounds(0, DAY), UnitName.of("user"), "csv time answer");
    }

    /** Starts with one subtask. */
    static Gateway start(int reports, int remember) throws Exception {
        return start(terms(1, reports, remember), Schedule.startingAt(0), 1, null);
    }

    static Gateway start(EncodeTerms terms, Schedule schedule, int parallelism, KeyedBench.@Nullable State state)
            throws Exception {
        Gateway gateway = new Gateway(terms, schedule);
        gateway.bench.start(parallelism, state);
        return gateway;
    }

    private KeyedBench<ContributionBatch, PublishedRow> bench() {
        Plan plan = plan(terms);
        return new KeyedBench<>(() -> new EncodeOperator(terms, plan, schedule), ContributionBatch::route, false);
    }

    KeyedBench<ContributionBatch, PublishedRow> subtasks() {
        return bench;
    }

    void add(String person, long time, int answer) throws Exception {
        Contributions record = new Contributions(
                person.getBytes(StandardCharsets.UTF_8), 0, time, new int[] {0}, new int[] {answer}, new long[] {1});
        bench.process(record.batch(plan(terms), KeyedBench.MAX_PARALLELISM));
    }

    void watermark(long time) throws Exception {
        bench.watermark(time);
    }

    /** Fails, and starts again from a state. */
    void restore(KeyedBench.State state, int parallelism) throws Exception {
        bench.close();
        bench = bench();
        bench.start(parallelism, state);
    }

    KeyedBench.State checkpoint() throws Exception {
        bench.beforeBarrier();
        return bench.snapshot();
    }

    List<PublishedRow> rows() {
        return bench.output();
    }

    static LocalReport report(PublishedRow row) {
        return LocalReport.parse(new String(row.line(), StandardCharsets.UTF_8));
    }

    /** The numbers of records since the last call that were sent, beyond their allowance, and too late. */
    List<Long> counts() throws Exception {
        bench.beforeBarrier();
        RecordCounters all = RecordCounters.empty(1);
        bench.output(EncodeOperator.COUNTERS).forEach(all::add);
        return List.of(
                all.of(0, RecordOutcome.COUNTED),
                all.of(0, RecordOutcome.ACCOUNT),
                all.of(0, Rejection.BELOW_FLOOR) + all.of(0, Rejection.HELD_TOO_LONG));
    }

    @Override
    public void close() {
        bench.close();
    }
}
