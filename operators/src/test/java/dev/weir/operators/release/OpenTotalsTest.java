package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.operators.state.PagedEntries;
import java.util.BitSet;
import java.util.Objects;
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
}
