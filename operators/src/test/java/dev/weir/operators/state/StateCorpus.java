package dev.weir.operators.state;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.counters.CounterOperator;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** The plans, operators and sinks with which the files under {@code corpus/} are written and read. */
final class StateCorpus {

    static final long HOUR = Plans.HOUR;
    static final int GROUPS = 4;
    static final Schedule ENDLESS = Schedule.startingAt(0);
    static final Plan PLAN = Plans.of(
            PrivacyUnit.USER_PER_DAY,
            Plans.PURE,
            Queries.hourly("q")
                    .count()
                    .sum(-5, 50)
                    .contributions(3)
                    .recordsPerCell(1)
                    .keyAccount("0.84", Duration.ofDays(1)),
            Queries.hourly("wide").every(Duration.ofHours(7)).unitSum(10, 20));

    /** A query of 19 base cells, of which a unit may have 14 with two records each; a unit can afford 16 records. */
    static final Plan LEVELS = LevelPlans.of(LevelPlans.tree(10, 9), new Count("n", BigDecimal.ONE))
            .bounded(new Bounds(14, 2, Bounds.UNBOUNDED, Bounds.UNBOUNDED))
            .spending(16, 1, Favour.LEVELS)
            .plan(Plans.PURE);

    /** A query of 19 base cells without bounds, under Gaussian noise; a unit can afford 100 records in different windows. */
    static final Plan SQUARED_LEVELS = LevelPlans.of(LevelPlans.tree(10, 9), new Count("n", BigDecimal.ONE))
            .spending(100, 1, Favour.EQUAL)
            .plan(Plans.GAUSSIAN);

    private StateCorpus() {}

    /** Returns a record of a unit in the first hour of {@link #LEVELS}. */
    static ContributionBatch visit(String unit, int cell) {
        return visit(LEVELS, unit, 0, cell);
    }

    /** Returns a record of a unit. */
    static ContributionBatch visit(Plan plan, String unit, long hour, int cell) {
        return Chain.record(plan, unit, hour * HOUR, 0, cell, 1).batch(plan, GROUPS);
    }

    static Plan whole(String share) {
        return Plans.daily(Queries.hourly("q").count().share(share).contributions(10));
    }

    static byte[] row(long hour, long value) {
        byte[] line = Long.toString(value).getBytes(StandardCharsets.UTF_8);
        return LedgerEncoding.encode(new PublishedRow(
                Outcome.Kind.RELEASED, (hour - 1) * HOUR, hour * HOUR, "q", "a", "q/a/" + hour * HOUR, 7, line));
    }

    static OneInputStreamOperatorTestHarness<RecordCounters, Void> counters(List<Long> counted) throws Exception {
        CounterOperator operator =
                new CounterOperator(PLAN, totals -> COUNTED.get().add(totals.of(0, RecordOutcome.COUNTED)));
        COUNTED.set(counted);
        var harness = new OneInputStreamOperatorTestHarness<RecordCounters, Void>(operator, 1, 1, 0);
        harness.setup();
        return harness;
    }

    static final ThreadLocal<List<Long>> COUNTED = ThreadLocal.withInitial(ArrayList::new);

    /**
     * The rows that the sink has received; static because the sink runs in a thread of the operator. No two tests use it at
     * once.
     */
    static final List<String> SHOWN = new CopyOnWriteArrayList<>();

    static OneInputStreamOperatorTestHarness<byte[], Void> publish() throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<byte[], Void>(
                new PublishOperator(PLAN, new PublicTimes(ENDLESS, 0), LedgerAccess.none("test"), Shown::new), 1, 1, 0);
        harness.setup();
        return harness;
    }

    static <I, O> KeyedOneInputStreamOperatorTestHarness<Integer, I, O> keyed(
            OneInputStreamOperator<I, O> operator, org.apache.flink.api.java.functions.KeySelector<I, Integer> route)
            throws Exception {
        var harness = new KeyedOneInputStreamOperatorTestHarness<>(operator, route, Types.INT, GROUPS, 1, 0);
        harness.setup();
        return harness;
    }

    static String corpus(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(StateCorpusTest.class.getResource("/corpus/" + name))
                        .toURI())
                .toString();
    }

    /** A sink that records what it receives. */
    private static final class Shown implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {
            for (PublishedRow row : rows) {
                String line = new String(row.line(), StandardCharsets.UTF_8);
                SHOWN.add(number + ": " + row.releaseId() + " " + line);
            }
        }

        @Override
        public void close() {}
    }
}
