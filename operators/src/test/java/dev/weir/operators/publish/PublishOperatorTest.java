package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.restore.StateIdentity;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
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

    /** What sinks of this test have shown, line by line. */
    private static final List<String> SHOWN = new ArrayList<>();

    private static boolean broken;

    private OneInputStreamOperatorTestHarness<PublishedRow, Void> harness;

    PublishOperatorTest() throws Exception {
        harness = start(PLAN, null);
    }

    @BeforeEach
    void forget() {
        SHOWN.clear();
        broken = false;
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
    void batches_that_an_older_build_kept_in_a_list_are_shown_at_once_and_kept_no_more() throws Exception {
        PendingBatches batches = new PendingBatches();
        batches.add(row(0, 1, 1, 7));
        batches.close(1);
        batches.add(row(0, 0, 1, 8));
        batches.close(2);
        OperatorSubtaskState old =
                listOf(batches.held().stream().map(ReleaseBatch::bytes).toList());
        restart(PLAN, old);
        assertThat(SHOWN).containsExactly("q/b/1=7", "q/a/1=8");
        release(0, 0, 2, 9);
        restart(PLAN, harness.snapshot(3, 3));
        assertThat(SHOWN).containsExactly("q/b/1=7", "q/a/1=8", "q/a/2=9");
    }

    @SuppressWarnings("try") // harnesses say that closing may be interrupted
    private static OperatorSubtaskState listOf(List<byte[]> batches) throws Exception {
        try (var older =
                new OneInputStreamOperatorTestHarness<PublishedRow, Void>(new ListOperator(batches), 1, 1, 0)) {
            older.open();
            return older.snapshot(2, 2);
        }
    }

    @Test
    void a_row_that_came_after_the_checkpoint_is_not_in_it() throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        restart(PLAN, state);
        assertThat(SHOWN).isEmpty();
    }

    @Test
    void a_sink_that_fails_keeps_its_rows() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        broken = true;
        assertThatThrownBy(() -> harness.notifyOfCompletedCheckpoint(1)).hasStackTraceContaining("the sink is down");
        OperatorSubtaskState state = harness.snapshot(2, 2);
        broken = false;
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(SHOWN).containsExactly("q/a/1=7");
        restart(PLAN, state);
        assertThat(SHOWN).containsExactly("q/a/1=7", "q/a/1=7");
    }

    @Test
    void a_function_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> restart(PLAN, OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    @Test
    void a_batch_is_written_down_once_and_every_later_checkpoint_refers_to_the_same_bytes() throws Exception {
        PendingBatches pending = new PendingBatches();
        pending.add(row(0, 0, 1, 7));
        pending.close(1);
        byte[] bytes = pending.held().get(0).bytes();
        pending.add(row(0, 0, 2, 8));
        pending.close(2);
        assertThat(pending.held().get(0).bytes()).isSameAs(bytes);
    }

    private void release(int query, int key, long end, long value) throws Exception {
        harness.processElement(row(query, key, end, value), 0);
    }

    private static PublishedRow row(int query, int key, long end, long value) {
        String name = List.of("q", "p").get(query);
        String keyName = List.of("a", "b").get(key);
        String releaseName = name + "/" + keyName + "/" + end;
        byte[] line = (releaseName + "=" + value).getBytes(StandardCharsets.UTF_8);
        return new PublishedRow(Outcome.Kind.RELEASED, end - 1, end, name, keyName, releaseName, 0, line);
    }

    private void restart(Plan plan, OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = start(plan, state);
    }

    private static OneInputStreamOperatorTestHarness<PublishedRow, Void> start(
            Plan plan, @Nullable OperatorSubtaskState state) throws Exception {
        var harness = new OneInputStreamOperatorTestHarness<PublishedRow, Void>(
                new PublishOperator(plan, Shown::new), 1, 1, 0);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    /** Writes state as builds did before rows were raw state: a list of batches. */
    private static final class ListOperator extends PlanOperator<PublishedRow, Void> {

        private static final long serialVersionUID = 1L;

        private final transient List<byte[]> batches;

        ListOperator(List<byte[]> batches) {
            super(PLAN);
            this.batches = batches;
        }

        @Override
        protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
            context.getOperatorStateStore()
                    .getListState(new ListStateDescriptor<>("batches", BytePrimitiveArraySerializer.INSTANCE))
                    .update(batches);
        }

        @Override
        public void processElement(StreamRecord<PublishedRow> row) {}
    }

    /** Keeps what it is shown for the test. */
    private static final class Shown implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException {
            if (broken) {
                throw new IOException("the sink is down");
            }
            rows.forEach(row -> SHOWN.add(new String(row.line(), StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {}
    }
}
