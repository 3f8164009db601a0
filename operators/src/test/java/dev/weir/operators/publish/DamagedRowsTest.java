package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.publish.Attempt.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The journal and the rows of pending batches are two parts of a checkpoint. If the rows do not match the journal, the start
 * must be refused permanently, because a restart would read them again, and none of them may become visible.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DamagedRowsTest extends LedgerJobs {

    private static final String ROWS = DefaultOperatorStateBackend.DEFAULT_OPERATOR_STATE_NAME;

    /** Returns a checkpoint with two pending batches. */
    private Checkpoint twoPending() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        Checkpoint taken = attempt.snapshot(2);
        attempt.abandon();
        return taken;
    }

    /** Returns the checkpoint's bytes of each pending batch, its length included. */
    private static List<byte[]> parts(Checkpoint checkpoint) throws IOException {
        OperatorStateHandle handle =
                checkpoint.state().getRawOperatorState().iterator().next();
        long[] offsets = Objects.requireNonNull(
                        handle.getStateNameToPartitionOffsets().get(ROWS))
                .getOffsets();
        List<byte[]> parts = new ArrayList<>();
        try (InputStream in = handle.openInputStream()) {
            byte[] all = in.readAllBytes();
            for (int i = 0; i < offsets.length; i++) {
                int end = i + 1 < offsets.length ? (int) offsets[i + 1] : all.length;
                parts.add(Arrays.copyOfRange(all, (int) offsets[i], end));
            }
        }
        return parts;
    }

    /** Returns the checkpoint with other parts in place of its own. */
    private static Checkpoint with(Checkpoint checkpoint, List<byte[]> parts) {
        long[] offsets = new long[parts.size()];
        int length = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = length;
            length += parts.get(i).length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        parts.forEach(all::put);
        OperatorStateHandle handle = new OperatorStreamStateHandle(
                Map.of(ROWS, new OperatorStateHandle.StateMetaInfo(offsets, OperatorStateHandle.Mode.SPLIT_DISTRIBUTE)),
                new ByteStreamStateHandle("rows", all.array()));
        return with(
                checkpoint,
                checkpoint.state().toBuilder()
                        .setRawOperatorState(StateObjectCollection.singleton(handle))
                        .build());
    }

    private static Checkpoint with(Checkpoint checkpoint, OperatorSubtaskState state) {
        return new Checkpoint(checkpoint.id(), checkpoint.hour(), state);
    }

    private void assertUnusable(Checkpoint damaged) {
        assertRefused("STATE_UNUSABLE", () -> begin(damaged));
        assertThat(world.visible).isEmpty();
    }

    @Test
    void parts_that_were_only_written_again_are_read() throws Exception {
        Checkpoint taken = twoPending();
        begin(with(taken, parts(taken)));
        assertThat(world.values()).hasSize(4);
        assertThat(world.audit().view().broken()).isEmpty();
    }

    @Test
    void a_journal_with_pending_batches_and_no_rows_is_refused() throws Exception {
        Checkpoint taken = twoPending();
        assertUnusable(with(
                taken,
                taken.state().toBuilder()
                        .setRawOperatorState(StateObjectCollection.empty())
                        .build()));
        assertUnusable(with(taken, parts(taken).subList(0, 1)));
    }

    @Test
    void rows_without_a_journal_are_refused() throws Exception {
        Checkpoint taken = twoPending();
        OperatorStateHandle managed =
                taken.state().getManagedOperatorState().iterator().next();
        Map<String, OperatorStateHandle.StateMetaInfo> names = new HashMap<>(managed.getStateNameToPartitionOffsets());
        assertThat(names.remove(JournalStore.JOURNAL)).isNotNull();
        OperatorStateHandle rest = new OperatorStreamStateHandle(names, managed.getDelegateStateHandle());
        assertUnusable(with(
                taken,
                taken.state().toBuilder()
                        .setManagedOperatorState(StateObjectCollection.singleton(rest))
                        .build()));
    }

    /** The part is cut in each of its two rows, after and in the header of the batch, after and in its length, and before it. */
    @ParameterizedTest
    @ValueSource(ints = {120, 60, 24, 23, 10, 4, 3, 0})
    void a_part_that_is_cut_is_refused(int left) throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        assertThat(parts.get(1)).hasSizeGreaterThan(left);
        parts.set(1, Arrays.copyOf(parts.get(1), left));
        assertUnusable(with(taken, parts));
    }

    @ParameterizedTest
    @ValueSource(ints = {120, 60, 24, 23, 10, 4})
    void a_part_that_is_shorter_and_says_so_is_refused(int left) throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        parts.set(1, Arrays.copyOf(parts.get(1), left));
        ByteBuffer.wrap(parts.get(1)).putInt(left - Integer.BYTES);
        assertUnusable(with(taken, parts));
    }

    /** No array can have the largest of these lengths, and few heaps have room for it. */
    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 0, 19, 1 << 30, Integer.MAX_VALUE})
    void a_length_that_is_not_that_of_the_part_is_refused(int length) throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        ByteBuffer.wrap(parts.get(1)).putInt(length);
        assertUnusable(with(taken, parts));
    }

    @Test
    void batches_in_each_others_place_are_refused() throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        assertUnusable(with(taken, List.of(parts.get(1), parts.get(0))));
    }

    /** Number, keys and windows are equal: only the digest reveals the second draw. */
    @Test
    void rows_of_another_history_with_the_same_numbers_are_refused() throws Exception {
        Checkpoint taken = twoPending();
        Checkpoint other = twoPending();
        assertUnusable(with(other, List.of(parts(other).get(0), parts(taken).get(1))));
    }

    @Test
    void a_row_of_which_a_bit_has_changed_is_refused() throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        byte[] last = parts.get(1);
        last[last.length - 1] ^= 1;
        assertUnusable(with(taken, parts));
    }

    @Test
    void rows_that_no_pending_batch_has_are_refused() throws Exception {
        Checkpoint taken = twoPending();
        List<byte[]> parts = parts(taken);
        parts.add(parts.get(1));
        assertUnusable(with(taken, parts));
    }
}
