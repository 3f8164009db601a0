package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.release.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReleaseBatchTest {

    private static final PublishedRow ROW =
            new PublishedRow(Outcome.Kind.RELEASED, 0, 1, "q", "a", "q/a/1", 0, new byte[] {7});

    private static ReleaseBatch batch(long number) throws IOException {
        RowBuffer rows = new RowBuffer(StateEncoding.INSTANCE);
        rows.add(ROW);
        return ReleaseBatch.of(number, 1, rows::inOrder);
    }

    @Test
    void a_batch_without_rows_is_empty_and_one_with_a_row_is_not() throws IOException {
        assertThat(ReleaseBatch.empty(1).isEmpty()).isTrue();
        assertThat(batch(1).isEmpty()).isFalse();
    }

    @Test
    void whether_a_restored_batch_is_empty_is_known_without_its_rows() throws IOException {
        byte[] bytes = batch(3).bytes();
        ReleaseBatch headerAlone =
                ReleaseBatch.restored(Arrays.copyOf(bytes, Integer.BYTES + Long.BYTES + Integer.BYTES));
        assertThatThrownBy(headerAlone::rows).isInstanceOf(IOException.class);
        assertThat(headerAlone.isEmpty()).isFalse();
        PendingBatches pending = new PendingBatches();
        pending.restore(headerAlone);
        assertThat(pending.held()).startsWith(headerAlone).hasSize(2);
        assertThat(pending.lastNumber()).isEqualTo(3);
    }

    @Test
    void rows_are_put_in_order_when_the_bytes_are_asked_for_and_not_at_the_barrier() throws IOException {
        RowBuffer rows = new RowBuffer(StateEncoding.INSTANCE);
        rows.add(ROW);
        AtomicInteger asked = new AtomicInteger();
        ReleaseBatch batch = ReleaseBatch.of(1, 1, () -> {
            asked.incrementAndGet();
            return rows.inOrder();
        });
        assertThat(asked).hasValue(0);
        assertThat(batch.bytes()).isSameAs(batch.bytes());
        assertThat(asked).hasValue(1);
        assertThat(batch.rows()).hasSize(1);
    }

    @Test
    void a_restored_batch_without_rows_only_counts() throws IOException {
        PendingBatches pending = new PendingBatches();
        pending.restore(ReleaseBatch.restored(ReleaseBatch.empty(3).bytes()));
        assertThat(pending.held()).singleElement().returns(3L, ReleaseBatch::number);
        assertThat(pending.lastNumber()).isEqualTo(3);
    }
}
