package dev.weir.operators.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the signature of a harness says that closing may be interrupted
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CounterOperatorTest {

    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").count().share("0.3"),
            Queries.hourly("p").count().share("0.3"));

    /** The counters that this test's sinks have received, of every query but the second of two. */
    private static final List<Long> COUNTED = new ArrayList<>();

    private static boolean unwritable;

    private OneInputStreamOperatorTestHarness<RecordCounters, Void> harness;

    CounterOperatorTest() throws Exception {
        harness = start(PLAN, null);
    }

    @BeforeEach
    void forget() {
        COUNTED.clear();
        unwritable = false;
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    @Test
    void counters_are_those_of_the_last_completed_checkpoint() throws Exception {
        count(0, 5);
        harness.snapshot(1, 1);
        count(0, 2);
        harness.snapshot(2, 2);
        count(0, 100);
        harness.notifyOfCompletedCheckpoint(1);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(COUNTED).containsExactly(5L, 7L);
    }

    @Test
    void counters_that_cannot_be_written_stop_nothing() throws Exception {
        unwritable = true;
        count(0, 5);
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        unwritable = false;
        count(0, 2);
        harness.snapshot(2, 2);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(COUNTED).containsExactly(7L);
    }

    @Test
    void counters_survive_a_restore_by_name() throws Exception {
        count(0, 5);
        OperatorSubtaskState state = harness.snapshot(1, 1);
        count(0, 50);
        restart(
                Plans.daily(
                        Queries.hourly("p").count().share("0.3"),
                        Queries.hourly("new").count().share("0.3"),
                        Queries.hourly("q").count().share("0.3")),
                state);
        RecordCounters more = RecordCounters.empty(3);
        more.counts()[2 * RecordCounters.WIDTH + index()] = 3;
        harness.processElement(more, 0);
        harness.snapshot(2, 2);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(COUNTED).containsExactly(0L, 0L, 8L);
    }

    @Test
    void an_operator_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> restart(PLAN, OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    /** The index of the counter LATE in a query's block. */
    private static int index() {
        RecordCounters one = RecordCounters.empty(1);
        one.add(0, Rejection.LATE);
        int at = 0;
        while (one.counts()[at] == 0) {
            at++;
        }
        return at;
    }

    private void count(int query, int late) throws Exception {
        RecordCounters counters = RecordCounters.empty(2);
        counters.counts()[query * RecordCounters.WIDTH + index()] = late;
        harness.processElement(counters, 0);
    }

    private void restart(Plan plan, OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = start(plan, state);
    }

    private static OneInputStreamOperatorTestHarness<RecordCounters, Void> start(
            Plan plan, @Nullable OperatorSubtaskState state) throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<RecordCounters, Void>(
                new CounterOperator(plan, CounterOperatorTest::counted), 1, 1, 0);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    private static void counted(RecordCounters totals) throws IOException {
        if (unwritable) {
            throw new IOException("disk is full");
        }
        for (int query = 0; query < totals.counts().length / RecordCounters.WIDTH; query++) {
            if (query != 1 || totals.counts().length > 2 * RecordCounters.WIDTH) {
                COUNTED.add(totals.of(query, Rejection.LATE));
            }
        }
    }
}
