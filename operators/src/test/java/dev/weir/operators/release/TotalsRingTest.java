package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TotalsRingTest {

    private static final long[] NONE = {};

    @Test
    void what_a_window_has_grown_by_stops_at_the_ends_of_long_and_never_wraps() {
        assertThat(TotalsRing.difference(Long.MAX_VALUE, new long[] {-1}, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(TotalsRing.difference(Long.MIN_VALUE, new long[] {1}, 0)).isEqualTo(Long.MIN_VALUE);
        assertThat(TotalsRing.difference(0, new long[] {Long.MIN_VALUE}, 0)).isEqualTo(Long.MAX_VALUE);
        assertThat(TotalsRing.difference(-5, new long[] {9, -3}, 1)).isEqualTo(-2);
        assertThat(TotalsRing.difference(-5, NONE, 1)).isEqualTo(-5);
    }

    @Test
    void the_totals_from_a_window_before_come_back_after_as_many_steps_as_it_has_panes() {
        TotalsRing ring = new TotalsRing(3);
        for (long step = 1; step <= 10; step++) {
            long[] before = ring.replace(step, new long[] {step});
            assertThat(before).isEqualTo(step <= 3 ? NONE : new long[] {step - 3});
        }
    }
}
