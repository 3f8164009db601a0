package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.restore.StateIdentity;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
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
import org.junit.jupiter.api.io.TempDir;

/** The publisher with a ledger that remembers nothing: all that does not need a memory holds as with any other. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WithoutLedgerTest {

    private static final Plan PLAN =
            Plans.daily(Queries.hourly("q").count(), Queries.hourly("p").count());
    private static final LedgerAccess NONE = LedgerAccess.none("p");

    /** What sinks of this test have been told, by threads of the operator's. */
    private static final List<String> SHOWN = new CopyOnWriteArrayList<>();

    private static volatile boolean broken;

    private OneInputStreamOperatorTestHarness<PublishedRow, Void> harness;

    WithoutLedgerTest() throws Exception {
        harness = start(NONE, null);
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
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
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
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8");
        harness.notifyOfCompletedCheckpoint(3);
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8", "3: q/a/3=9");
    }

    @Test
    void rows_of_a_batch_are_shown_by_window_query_and_key_whatever_the_order_they_came_in() throws Exception {
        release(0, 1, 2, 1);
        release(1, 0, 2, 2);
        release(0, 0, 2, 3);
        release(0, 1, 1, 4);
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).containsExactly("1: q/b/1=4", "1: p/a/2=2", "1: q/a/2=3", "1: q/b/2=1");
    }

    /** There is no ledger that could say that all of this has been published before. */
    @Test
    void restored_batches_are_shown_at_once_with_the_same_numbers_and_bytes_as_often_as_they_are_restored()
            throws Exception {
        release(0, 1, 1, 7);
        OperatorSubtaskState first = harness.snapshot(1, 1);
        release(0, 0, 1, 8);
        OperatorSubtaskState second = harness.snapshot(2, 2);
        restart(second);
        assertThat(SHOWN).containsExactly("next 1", "1: q/b/1=7", "2: q/a/1=8");
        OperatorSubtaskState third = harness.snapshot(3, 3);
        SHOWN.clear();
        restart(third);
        assertThat(SHOWN).containsExactly("next 3");
        release(0, 0, 2, 9);
        harness.snapshot(4, 4);
        harness.notifyOfCompletedCheckpoint(4);
        assertThat(SHOWN).containsExactly("next 3", "3: q/a/2=9");
        SHOWN.clear();
        restart(first);
        assertThat(SHOWN).containsExactly("next 1", "1: q/b/1=7");
    }

    @Test
    void a_row_that_came_after_the_checkpoint_is_not_in_it() throws Exception {
        OperatorSubtaskState state = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        restart(state);
        assertThat(SHOWN).containsExactly("next 1");
    }

    @Test
    void a_sink_that_fails_keeps_its_rows() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        broken = true;
        assertThatThrownBy(() -> harness.notifyOfCompletedCheckpoint(1)).hasStackTraceContaining("the sink is down");
        OperatorSubtaskState state = harness.snapshot(2, 2);
        assertThat(SHOWN).isEmpty();
        broken = false;
        restart(state);
        assertThat(SHOWN).containsExactly("next 1", "1: q/a/1=7");
    }

    @Test
    void the_sink_is_told_of_the_last_batch_once_the_final_checkpoint_has_completed() throws Exception {
        release(0, 0, 1, 7);
        harness.snapshot(1, 1);
        harness.endInput();
        release(0, 0, 2, 8);
        harness.getOperator().finish();
        harness.notifyOfCompletedCheckpoint(1);
        harness.snapshot(2, 2);
        assertThat(SHOWN).containsExactly("1: q/a/1=7");
        harness.notifyOfCompletedCheckpoint(2);
        assertThat(SHOWN).containsExactly("1: q/a/1=7", "2: q/a/2=8", "end 2");
    }

    @Test
    void the_sink_of_a_job_without_rows_is_told_of_its_end() throws Exception {
        harness.endInput();
        harness.getOperator().finish();
        harness.snapshot(1, 1);
        harness.notifyOfCompletedCheckpoint(1);
        assertThat(SHOWN).containsExactly("end 0");
    }

    @Test
    void an_operator_that_is_restored_without_its_state_refuses_for_good() {
        assertThatThrownBy(() -> restart(OperatorSubtaskState.builder().build()))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_LOST");
    }

    /** Published or not: a ledger that began with this state would know nothing of it. */
    @Test
    void a_job_with_a_ledger_refuses_the_state(@TempDir Path folder) throws Exception {
        OperatorSubtaskState empty = harness.snapshot(1, 1);
        release(0, 0, 1, 7);
        OperatorSubtaskState pending = harness.snapshot(2, 2);
        harness.notifyOfCompletedCheckpoint(2);
        OperatorSubtaskState published = harness.snapshot(3, 3);
        LedgerAccess ledger =
                LedgerAccess.ofOnly(DirectoryLedger.at(folder.toUri().toString()), "p");
        for (OperatorSubtaskState state : List.of(empty, pending, published)) {
            assertThatThrownBy(() -> start(ledger, state))
                    .isInstanceOf(SuppressRestartsException.class)
                    .hasStackTraceContaining("STATE_UNUSABLE: the state belongs to a job without a ledger");
        }
    }

    @Test
    void a_ledger_that_is_one_remembers() {
        assertThat(NONE.remembers()).isFalse();
        assertThat(LedgerAccess.ofOnly((domain, pipeline) -> NONE.open(PLAN), "p")
                        .remembers())
                .isTrue();
    }

    @Test
    void pending_batches_that_an_older_build_kept_in_a_list_are_shown_at_once_and_kept_no_more() throws Exception {
        restart(older(olderBatch(4, row(0, 1, 1, 7)), olderBatch(5, row(0, 0, 1, 8)), olderBatch(5)));
        assertThat(SHOWN).containsExactly("next 4", "4: q/b/1=7", "5: q/a/1=8");
        release(0, 0, 2, 9);
        restart(harness.snapshot(3, 3));
        assertThat(SHOWN).endsWith("next 6", "6: q/a/2=9");
        restart(harness.snapshot(4, 4));
        assertThat(SHOWN).endsWith("next 7");
    }

    @Test
    void an_older_state_without_pending_batches_says_which_was_the_last() throws Exception {
        restart(older(olderBatch(3)));
        release(0, 0, 1, 7);
        harness.endInput();
        harness.getOperator().finish();
        harness.snapshot(3, 3);
        harness.notifyOfCompletedCheckpoint(3);
        assertThat(SHOWN).containsExactly("next 4", "4: q/a/1=7", "end 4");
    }

    /** Nobody knows of which schedule they are, and rows of the first format do not say where their window starts. */
    @Test
    void older_batches_may_be_about_any_time() throws Exception {
        PublishedRow row = row(0, 0, -86_400_000L * 1000, 7);
        PublishedRow withoutStart = new PublishedRow(
                row.kind(),
                PublishedRow.UNKNOWN_START,
                row.windowEnd(),
                row.query(),
                row.key(),
                row.releaseId(),
                row.charge(),
                row.line());
        restart(older(olderBatch(1, row), olderBatch(2, withoutStart), olderBatch(2)));
        assertThat(SHOWN).containsExactly("next 1", "1: q/a/-86400000000=7", "2: q/a/-86400000000=7");
    }

    @Test
    void older_batches_that_do_not_follow_each_other_are_refused_for_good() throws Exception {
        OperatorSubtaskState gap = older(olderBatch(4, row(0, 1, 1, 7)), olderBatch(6, row(0, 0, 1, 8)), olderBatch(6));
        assertThatThrownBy(() -> restart(gap))
                .isInstanceOf(SuppressRestartsException.class)
                .hasStackTraceContaining("STATE_UNUSABLE")
                .hasStackTraceContaining("batch 6 does not follow batch 4");
        OperatorSubtaskState cut = older(olderBatch(4, row(0, 1, 1, 7)), olderBatch(5));
        assertThatThrownBy(() -> restart(cut)).hasStackTraceContaining("batch 5 does not follow batch 4");
    }

    private static byte[] olderBatch(long number, PublishedRow... rows) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeInt(1);
        out.writeLong(number);
        out.writeInt(rows.length);
        for (PublishedRow row : rows) {
            new PublishedRowSerializer().serialize(row, out);
        }
        return out.getCopyOfBuffer();
    }

    @SuppressWarnings("try") // harnesses say that closing may be interrupted
    private static OperatorSubtaskState older(byte[]... batches) throws Exception {
        try (var older =
                new OneInputStreamOperatorTestHarness<PublishedRow, Void>(new ListOperator(List.of(batches)), 1, 1, 0)) {
            older.open();
            return older.snapshot(2, 2);
        }
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

    private void restart(OperatorSubtaskState state) throws Exception {
        harness.close();
        harness = start(NONE, state);
    }

    private static OneInputStreamOperatorTestHarness<PublishedRow, Void> start(
            LedgerAccess access, @Nullable OperatorSubtaskState state) throws Exception {
        PublicTimes times = new PublicTimes(Schedule.startingAt(0), 0);
        var harness = new OneInputStreamOperatorTestHarness<PublishedRow, Void>(
                new PublishOperator(PLAN, times, access, Shown::new), 1, 1, 0);
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

    /** Keeps what it is told for the test. */
    private static final class Shown implements ReleaseSink {

        @Override
        public void expect(long next) {
            SHOWN.add("next " + next);
        }

        @Override
        public void publish(long number, Collection<PublishedRow> rows) throws IOException {
            if (broken) {
                throw new IOException("the sink is down");
            }
            rows.forEach(row -> SHOWN.add(number + ": " + new String(row.line(), StandardCharsets.UTF_8)));
        }

        @Override
        public void end(long last) {
            SHOWN.add("end " + last);
        }

        @Override
        public void close() {}
    }
}
