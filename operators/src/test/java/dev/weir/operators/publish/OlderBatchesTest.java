package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.StateIdentity;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that state which older builds wrote without a ledger continues with its batch numbers. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OlderBatchesTest extends ForgetfulJobs {

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

    /** The schedule of such batches is unknown, and rows of the first format do not state the start of their window. */
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

    @SuppressWarnings("try") // the signature of a harness says that closing may be interrupted
    private static OperatorSubtaskState older(byte[]... batches) throws Exception {
        try (var older = new OneInputStreamOperatorTestHarness<PublishedRow, Void>(
                new ListOperator(List.of(batches)), 1, 1, 0)) {
            older.open();
            return older.snapshot(2, 2);
        }
    }

    /** An operator that writes state as older builds did, before rows were raw state: a list of batches. */
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
}
