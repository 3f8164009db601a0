package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.testing.Plans;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests which of several windows are released where their series begins. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BeginningOfSeriesTest {

    private static final int DAYS = 31 + 28;

    private final List<Outcome> outcomes = new ArrayList<>();

    private List<Outcome> of(Outcome.Kind kind, int window) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind
                        && outcome.window() == window
                        && outcome.key().equals("a"))
                .toList();
    }

    /** The series begins at ten o'clock: what was counted of its first day and month before is in no total. */
    @Test
    void a_window_that_begins_before_the_series_is_left_out_and_those_after_it_are_whole() {
        Releaser releaser = WindowsOfSeriesTest.releaser(
                WindowsOfSeriesTest.query(WindowsOfSeriesTest.WINDOWS.subList(0, 2)), Plans.PURE, 5);
        for (int hour = 11; hour <= 24 * DAYS; hour++) {
            long end = WindowsOfSeriesTest.FIRST + hour * Plans.HOUR;
            releaser.add(new PartialSum(0, 0, 0, end, new long[] {1, 0}));
            releaser.close(end, outcomes);
        }
        List<Outcome> days = of(Outcome.Kind.EXACT, WindowsOfSeriesTest.DAY);
        assertThat(days).hasSize(DAYS - 1).allSatisfy(day -> assertThat(day.values()[0])
                .isEqualTo(24));
        assertThat(days.get(0).start()).isEqualTo(WindowsOfSeriesTest.FIRST + Plans.DAY);
        assertThat(of(Outcome.Kind.EXACT, WindowsOfSeriesTest.MONTH))
                .extracting(month -> month.values()[0])
                .containsExactly(28 * 24L);
        assertThat(of(Outcome.Kind.RELEASED, WindowsOfSeriesTest.DAY).get(0).charge())
                .isPositive();
    }
}
