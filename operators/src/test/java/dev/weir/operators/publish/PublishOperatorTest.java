package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.tally.Rejection;
import dev.weir.operators.tally.Tally;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.util.TwoInputStreamOperatorTestHarness;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PublishOperatorTest {

    private static final Plan PLAN =
            Plans.daily(Queries.hourly("q").count(), Queries.hourly("p").count());

    /** What outlets of this test have shown, line by line, and the counters that they were told. */
    private static final List<String> SHOWN = new ArrayList<>();

    private static final List<Long> COUNTED = new ArrayList<>();
    private static boolean broken;
    private static boolean uncounted;

    private TwoInputStreamOperatorTestHarness<Outcome, Tally, Void> harness;

    PublishOperatorTest() throws Exception {
        harness = start(PLAN, null);
    }

    @BeforeEach
    void forget() {
        SHOWN.clear();
        COUNTED.clear();
        broken = false;
        uncounted = false;
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    @Test
    void nothing_is_shown_before_the_checkpoint_that_holds_it_has_completed() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        release(0, 0, 2, 8);
        assertThat(SHOWN).isEmpty();
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).containsExactly("q/a/1=7");
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).hasSize(1);
    }

    @Test
    void a_batch_of_an_aborted_checkpoint_goes_with_the_next() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        release(0, 0, 2, 8);
        harness.snapshot(2, 2);
        release(0, 0, 3, 9);
        harness.snapshot(3, 3);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(SHOWN).containsExactly("q/a/1=7", "q/a/2=8");
        harness.notifyOfCompletedCheckpoint(3);
        assertThat(SHOWN).containsExactly("q/a/1=7", "q/a/2=8", "q/a/3=9");
    }

    @Test
    void rows_of_a_batch_are_shown_by_window_query_and_key_whatever_the_order_they_came_in() throws Exception {
        release(0, 1, 2, 1);
        release(1, 0, 2, 2);
        release(0, 0, 2, 3);
        release(0, 1, 1, 4);
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).containsExactly("q/b/1=4", "p/a/2=2", "q/a/2=3", "q/b/2=1");
    }

    @Test
    void restored_batches_are_shown_at_once_with_the_same_bytes() throws Exception {
        release(0, 1, 1, 7);
        OperatorSubtaskState first = harness.snapshot(1, 1);
        release(0, 0, 1, 8);
        OperatorSubtaskState second = harness.snapshot(2, 2);
        restart(PLAN, second);
        assertThat(SHOWN).containsExactly("q/b/1=7", "q/a/1=8");
        OperatorSubtaskState third = harness.snapshot(3, 3);
        restart(PLAN, third);
        assertThat(SHOWN).hasSize(2);
        restart(PLAN, first);
        assertThat(SHOWN).endsWith("q/b/1=7");
    }

    @Test
    void a_row_that_came_after_the_checkpoint_is_not_in_it() throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        restart(PLAN, state);
        assertThat(SHOWN).isEmpty();
    }

    @Test
    void an_outlet_that_fails_keeps_its_rows() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        broken = true;
        assertThatThrownBy(() -> harness.notifyOfCompletedCheckpoint(1)).hasStackTraceContaining("outlet is down");
        OperatorSubtaskState state = harness.snapshot(2, 2);
        broken = false;
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(SHOWN).containsExactly("q/a/1=7");
        restart(PLAN, state);
        assertThat(SHOWN).containsExactly("q/a/1=7", "q/a/1=7");
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
        uncounted = true;
        release(0, 0, 1, 7);
        count(0, 5);
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        uncounted = false;
        count(0, 2);
        harness.snapshot(2, 2);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(SHOWN).containsExactly("q/a/1=7");
        assertThat(COUNTED).containsExactly(7L);
    }

    @Test
    void counters_survive_a_restore_by_name() throws Exception {
        count(0, 5);
        OperatorSubtaskState state = harness.snapshot(1, 1);
        count(0, 50);
        restart(
                Plans.daily(
                        Queries.hourly("p").count(),
                        Queries.hourly("new").count(),
                        Queries.hourly("q").count()),
                state);
        Tally more = Tally.empty(3);
        more.counts()[2 * Tally.WIDTH + index()] = 3;
        harness.processElement2(more, 0);
        harness.snapshot(2, 2);
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(COUNTED).containsExactly(0L, 0L, 8L);
    }

    @Test
    void a_function_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> restart(PLAN, OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    /** Of the counter LATE in a query's block. */
    private static int index() {
        Tally one = Tally.empty(1);
        one.add(0, Rejection.LATE);
        int at = 0;
        while (one.counts()[at] == 0) {
            at++;
        }
        return at;
    }

    private void release(int query, int key, long end, long value) throws Exception {
        harness.processElement1(new Outcome(Outcome.Kind.RELEASED, query, key, end, new long[] {value}), 0);
    }

    private void count(int query, int late) throws Exception {
        Tally tally = Tally.empty(2);
        tally.counts()[query * Tally.WIDTH + index()] = late;
        harness.processElement2(tally, 0);
    }

    private void restart(Plan plan, OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = start(plan, state);
    }

    private static TwoInputStreamOperatorTestHarness<Outcome, Tally, Void> start(
            Plan plan, @Nullable OperatorSubtaskState state) throws Exception {
        RowFormat format = outcome -> row(plan, outcome);
        var harness = new TwoInputStreamOperatorTestHarness<Outcome, Tally, Void>(
                new PublishOperator(plan, format, Shown::new), 1, 1, 0);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    private static Row row(Plan plan, Outcome outcome) {
        var query = plan.queries().get(outcome.query()).query();
        String key = query.keys().get(outcome.key());
        String context = query.name() + "/" + key + "/" + outcome.windowEnd();
        byte[] line = (context + "=" + outcome.values()[0]).getBytes(StandardCharsets.UTF_8);
        return new Row(outcome.kind(), outcome.windowEnd(), query.name(), key, context, line);
    }

    /** Keeps what it is shown for the test. */
    private static final class Shown implements Outlet {

        @Override
        public void publish(long number, List<Row> rows) throws IOException {
            if (broken) {
                throw new IOException("outlet is down");
            }
            rows.forEach(row -> SHOWN.add(new String(row.line(), StandardCharsets.UTF_8)));
        }

        @Override
        public void counters(Tally totals) throws IOException {
            if (uncounted) {
                throw new IOException("disk is full");
            }
            for (int query = 0; query < totals.counts().length / Tally.WIDTH; query++) {
                if (query != 1 || totals.counts().length > 2 * Tally.WIDTH) {
                    COUNTED.add(totals.of(query, Rejection.LATE));
                }
            }
        }

        @Override
        public void close() {}
    }
}
