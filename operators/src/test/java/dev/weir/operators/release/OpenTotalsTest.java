package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.operators.state.PagedEntries;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OpenTotalsTest {

    @Test
    void a_total_that_never_shrinks_stays_at_the_largest_long_and_any_other_stops_the_job() {
        OpenTotals totals = new OpenTotals(1, 2, BitSet.valueOf(new long[] {0b01}), 0);
        totals.add(0, 10, new long[] {Long.MAX_VALUE - 1, Long.MAX_VALUE - 1});
        totals.add(0, 10, new long[] {5, 1});
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> totals.add(0, 10, new long[] {5, 1}));
        PagedEntries cell = Objects.requireNonNull(totals.remove(10));
        assertThat(Objects.requireNonNull(cell.find(0))[cell.at(0)]).isEqualTo(Long.MAX_VALUE);
        assertThat(Objects.requireNonNull(cell.find(0))[cell.at(0) + 1]).isEqualTo(Long.MAX_VALUE);
    }

    /** Records are kept one by one, so a restored cell holds as many as before, and goes on keeping. */
    @Test
    void records_that_are_kept_survive_a_snapshot_and_a_view_does_not_see_later_ones() throws IOException {
        OpenTotals before = new OpenTotals(2, 3, new BitSet(), 10);
        before.add(1, 10, new long[] {1, -1, 500});
        before.add(1, 10, new long[] {1, -1, 500});
        before.add(0, 20, new long[] {1, 1, 0});
        StatePart.View view = before.view();
        before.copyArrays();
        before.add(1, 10, new long[] {1, 1, 7});
        DataOutputSerializer out = new DataOutputSerializer(64);
        view.write(out);
        OpenTotals after = new OpenTotals(2, 3, new BitSet(), 10);
        after.read(new DataInputDeserializer(out.getCopyOfBuffer()));
        after.add(1, 10, new long[] {1, 1, 9});
        assertThat(records(after.remove(10), 1)).isEqualTo("[1, -1, 500, 1, -1, 500, 1, 1, 9]");
        assertThat(records(after.remove(20), 0)).isEqualTo("[1, 1, 0]");
        assertThat(records(before.remove(10), 1)).isEqualTo("[1, -1, 500, 1, -1, 500, 1, 1, 7]");
    }

    private static String records(@Nullable PagedEntries cell, int entry) {
        long[] longs = Objects.requireNonNull(Objects.requireNonNull(cell).find(entry));
        return Arrays.toString(Arrays.copyOf(longs, cell.at(entry) + 3));
    }
}
