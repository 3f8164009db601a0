package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.gate.unit.OpenKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests accounts that hold a bound of a price when the plan changes: the spending on a query that is gone is booked into the account of the query that goes on. A unit with one record each in three base cells below one node has
 * been charged 3 x 3&sup2; = 27 of the 300 parts of its account, and their price is 3&sup2; + 3&sup2; + 3 = 21.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class UnsettledMigrationTest {

    private static final long HOUR = Plans.HOUR;
    private static final KeySpace KEYS = LevelPlans.tree(10, 9);

    /** Each query has half of the budget. */
    private static Plan plan(Query... queries) {
        return Plan.of("test", PrivacyUnit.USER, Plans.GAUSSIAN, Plans.TIMING, List.of(queries));
    }

    private static final Query LEVELS = new Query(
            "q",
            1,
            "all",
            KEYS,
            TumblingWindow.of(Duration.ofHours(1)),
            Bounds.NONE,
            List.of(new Count("n", BigDecimal.ONE)),
            new Spend(new BigDecimal("0.5"), 100, 1, Favour.EQUAL),
            null);

    private static final Query GONE =
            Queries.hourly("r").count().share("0.5").contributions(100).query();

    private static final Plan BEFORE = plan(LEVELS, GONE);
    private static final Plan AFTER = plan(LEVELS);

    private static void add(KeyedBench<ContributionBatch, PartialSum> gate, Plan plan, long hour, int query, int key)
            throws Exception {
        gate.process(Chain.record(plan, "ada", hour * HOUR, query, key, 1).batch(plan, KeyedBench.MAX_PARALLELISM));
    }

    /** How many of ten records in as many base cells of the next hour count, after as many records of the query that is gone. */
    private static long countedAfter(int recordsOfGone, boolean endsHour) throws Exception {
        var before = new KeyedBench<>(
                () -> new GateOperator(BEFORE, Schedule.startingAt(0)), ContributionBatch::route, false);
        var after = new KeyedBench<>(
                () -> new GateOperator(AFTER, Schedule.startingAt(0)), ContributionBatch::route, false);
        try (var gate = before.start(2, null)) {
            for (int i = 0; i < 3; i++) {
                add(gate, BEFORE, 0, 0, i);
            }
            for (int i = 0; i < recordsOfGone; i++) {
                add(gate, BEFORE, i, 1, 0);
            }
            gate.beforeBarrier();
            after.start(2, gate.snapshot());
        }
        try (after) {
            if (endsHour) {
                after.watermark(HOUR);
            }
            for (int i = 0; i < 10; i++) {
                add(after, AFTER, 1, 0, i);
            }
            after.beforeBarrier();
            return after.output(GateOperator.COUNTERS).stream()
                    .mapToLong(counters -> counters.of(0, RecordOutcome.COUNTED))
                    .sum();
        }
    }

    /** The price of m records in as many base cells of one node is 2 m&sup2; + m. */
    @Test
    void what_is_booked_at_a_start_finds_the_room_that_prices_leave_and_not_bounds() throws Exception {
        for (boolean endsHour : new boolean[] {false, true}) {
            // 300 - 21 = 279 parts are left: enough for ten records
            assertThat(countedAfter(0, endsHour)).isEqualTo(10);
            // a record of the other query is booked with 3 parts, of which 92 leave 3: enough for one record
            assertThat(countedAfter(92, endsHour)).isEqualTo(1);
            // nothing is left; beside the bound of 27 there would have been no room for all 279 parts, and 6 afterwards
            assertThat(countedAfter(93, endsHour)).isZero();
        }
    }

    /** A negative price would be a refund. */
    @Test
    void a_state_whose_account_is_below_the_excess_of_its_records_is_refused() throws Exception {
        GateRun run = new GateRun(AFTER);
        for (int key = 0; key < 3; key++) {
            run.add(new Contributions(new byte[] {1}, 0, 0, new int[] {0}, new int[] {key}, new long[] {1}));
        }
        byte[] state = run.state();
        byte[] lower = state.clone();
        long bound = run.charged(0).longValueExact();
        // the excess is 6 of the 27 parts of the bound
        ByteBuffer.wrap(lower).putLong(indexOf(state, 0, bound) + Long.BYTES, bound / 27 * 6 - 1);
        run.restart(new OpenKeys(AFTER), state);
        assertThatThrownBy(() -> run.restart(new OpenKeys(AFTER), lower))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("what a unit was charged must be at least");
    }

    /** The index of two numbers that follow each other only once. */
    private static int indexOf(byte[] state, long first, long second) {
        ByteBuffer bytes = ByteBuffer.wrap(state);
        int[] found = IntStream.rangeClosed(0, state.length - 2 * Long.BYTES)
                .filter(at -> bytes.getLong(at) == first && bytes.getLong(at + Long.BYTES) == second)
                .toArray();
        assertThat(found).hasSize(1);
        return found[0];
    }
}
