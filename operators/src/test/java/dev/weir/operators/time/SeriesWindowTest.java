package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.testing.Plans;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests steps, panes, spans and schedules of running totals and sliding windows. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SeriesWindowTest {

    private static final long HOUR = Plans.HOUR;
    private static final long DAY = Plans.DAY;
    private static final RunningWindow ENDLESS = RunningWindow.of(Duration.ofHours(1), 24);
    private static final RunningWindow DAILY = ENDLESS.resetting(Duration.ofDays(1));
    private static final SlidingWindow SLIDING = SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1));

    @Test
    void a_step_after_a_reset_is_the_first_and_the_reset_belongs_to_the_last() {
        for (long day : new long[] {-2, 0, 7}) {
            assertThat(DAILY.step(day * DAY + HOUR, 99)).isEqualTo(1);
            assertThat(DAILY.step(day * DAY + 10 * HOUR, 0)).isEqualTo(10);
            assertThat(DAILY.step((day + 1) * DAY, 23)).isEqualTo(24);
            assertThat(DAILY.spanEnd(day * DAY + HOUR)).isEqualTo((day + 1) * DAY);
            assertThat(DAILY.spanEnd((day + 1) * DAY)).isEqualTo((day + 1) * DAY);
            assertThat(DAILY.start((day + 1) * DAY, 24)).isEqualTo(day * DAY);
        }
        assertThat(DAILY.lastStep()).isEqualTo(24);
    }

    @Test
    void without_a_reset_steps_follow_one_another_for_ever() {
        assertThat(ENDLESS.step(10 * HOUR, 0)).isEqualTo(1);
        assertThat(ENDLESS.step(11 * HOUR, 1)).isEqualTo(2);
        assertThat(ENDLESS.start(11 * HOUR, 2)).isEqualTo(9 * HOUR);
        assertThat(ENDLESS.spanEnd(11 * HOUR)).isEqualTo(Long.MAX_VALUE);
        assertThat(ENDLESS.lastStep()).isEqualTo(SeriesWindow.UNBOUNDED);
    }

    /** A word of 0 marks a cell without contributions, so no cell may have the number 0. */
    @Test
    void cells_are_numbered_from_above_0_by_ones() {
        for (Window window : new Window[] {ENDLESS, DAILY, SLIDING}) {
            for (long end : new long[] {-(1L << 59) / HOUR * HOUR, -DAY, 0, HOUR, 99 * DAY}) {
                assertThat(window.numberInSpan(end)).isPositive();
                assertThat(window.numberInSpan(end + HOUR)).isEqualTo(window.numberInSpan(end) + 1);
            }
        }
    }

    @Test
    void a_schedule_releases_every_sliding_window_that_holds_one_of_its_times() {
        Schedule schedule = new Schedule(5 * HOUR + 1, 8 * HOUR);
        assertThat(SLIDING.cellEnd(schedule.from())).isEqualTo(6 * HOUR);
        assertThat(schedule.lastEnd(SLIDING)).isEqualTo(10 * HOUR);
        assertThat(schedule.windows(SLIDING)).isEqualTo(5);
        assertThat(SLIDING.start(10 * HOUR, 5)).isEqualTo(7 * HOUR);
        assertThat(schedule.lastEnd(ENDLESS)).isEqualTo(8 * HOUR);
        assertThat(schedule.windows(ENDLESS)).isEqualTo(3);
    }

    @Test
    void the_last_step_is_that_of_the_schedule_or_of_the_series_whichever_is_first() {
        assertThat(SLIDING.steps(5 * HOUR + 1, 8 * HOUR)).isEqualTo(5);
        assertThat(ENDLESS.steps(5 * HOUR + 1, 8 * HOUR)).isEqualTo(3);
        assertThat(ENDLESS.steps(0, SeriesWindow.UNBOUNDED)).isEqualTo(SeriesWindow.UNBOUNDED);
        assertThat(DAILY.steps(0, SeriesWindow.UNBOUNDED)).isEqualTo(24);
        assertThat(DAILY.steps(5 * HOUR, 8 * HOUR)).isEqualTo(8);
        assertThat(DAILY.steps(20 * HOUR, DAY + 3 * HOUR)).isEqualTo(24);
        assertThat(DAILY.steps(DAY, 9 * DAY)).isEqualTo(24);
    }

    @Test
    void what_is_no_whole_number_of_steps_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> ENDLESS.resetting(Duration.ofMinutes(90)));
        assertThatIllegalArgumentException().isThrownBy(() -> ENDLESS.resetting(Duration.ofMinutes(1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlidingWindow.of(Duration.ofMinutes(90), Duration.ofHours(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> RunningWindow.of(Duration.ofHours(1), 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SlidingWindow.of(Duration.ofDays(99), Duration.ofMillis(1)));
    }

    @Test
    void windows_are_told_as_pipeline_files_write_them() {
        assertThat(DAILY.terms()).isEqualTo(Map.of("running", Map.of("every", "1h", "horizon", 24L, "reset", "1d")));
        assertThat(RunningWindow.of(Duration.ofMinutes(5), SeriesWindow.UNBOUNDED)
                        .terms())
                .isEqualTo(Map.of("running", Map.of("every", "5m", "horizon", "unbounded")));
        assertThat(SLIDING.terms()).isEqualTo(Map.of("sliding", "3h", "every", "1h"));
    }
}
