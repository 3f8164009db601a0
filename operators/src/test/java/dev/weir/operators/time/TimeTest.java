package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests windows, schedules and {@code closedUpTo}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TimeTest {

    private static final TumblingWindow SEVEN = new TumblingWindow(7);

    @RepeatedTest(50)
    void a_window_holds_its_time_and_starts_at_a_multiple_of_its_size_before_1970_too(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        TumblingWindow window = new TumblingWindow(1 + random.nextLong(Plans.DAY));
        long time = random.nextLong(-(1L << 42), 1L << 42);
        assertThat(window.cellStart(time)).isLessThanOrEqualTo(time);
        assertThat(window.cellEnd(time)).isGreaterThan(time);
        assertThat(window.cellEnd(time) - window.cellStart(time)).isEqualTo(window.sizeMillis());
        assertThat(window.cellStart(time) % window.sizeMillis()).isZero();
    }

    @Test
    void a_start_belongs_to_its_window_and_an_end_to_the_next() {
        assertThat(SEVEN.cellStart(-7)).isEqualTo(-7);
        assertThat(SEVEN.cellEnd(-1)).isZero();
        assertThat(SEVEN.cellEnd(-8)).isEqualTo(-7);
        assertThat(SEVEN.cellEnd(0)).isEqualTo(7);
        assertThatIllegalArgumentException().isThrownBy(() -> new TumblingWindow(0));
        assertThatIllegalArgumentException().isThrownBy(() -> TumblingWindow.of(Duration.ofNanos(1)));
    }

    @Test
    void times_at_the_ends_of_long_do_not_jump_to_the_other_end() {
        assertThat(SEVEN.cellEnd(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(SEVEN.cellStart(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(SEVEN.cellEnd(Long.MIN_VALUE)).isNegative();
        assertThat(SEVEN.cellStart(Long.MAX_VALUE)).isPositive();
    }

    /** Periods are aligned to the epoch, and are tested one after another. */
    @ParameterizedTest
    @ValueSource(longs = {1, 5, 7, 24, 36, 48})
    void a_period_meets_as_many_cells_as_its_window_says_and_no_more(long hours) {
        TumblingWindow window = new TumblingWindow(hours * Plans.HOUR);
        long most = 0;
        for (long from = -100 * Plans.DAY; from < 100 * Plans.DAY; from += Plans.DAY) {
            long others = window.cells(window.cellEnd(from), window.cellEnd(from + Plans.DAY - 1));
            most = Math.max(most, 1 + others);
        }
        assertThat(window.mostCells(Plans.DAY)).isEqualTo(most);
        assertThat(window.shortestCellMillis()).isEqualTo(window.cellEnd(0) - window.cellStart(0));
    }

    /** The windows of a schedule end in (from, last end]; the one that contains the last instant before until is the last. */
    @Test
    void a_schedule_counts_the_windows_that_meet_it() {
        assertThat(new Schedule(0, 14).windows(SEVEN)).isEqualTo(2);
        assertThat(new Schedule(0, 15).windows(SEVEN)).isEqualTo(3);
        assertThat(new Schedule(6, 8).windows(SEVEN)).isEqualTo(2);
        assertThat(new Schedule(7, 8).windows(SEVEN)).isEqualTo(1);
        assertThat(new Schedule(-8, 1).windows(SEVEN)).isEqualTo(3);
        assertThat(new Schedule(0, 14).lastEnd(SEVEN)).isEqualTo(14);
        assertThat(new Schedule(0, 15).lastEnd(SEVEN)).isEqualTo(21);
    }

    @Test
    void a_schedule_without_an_end_never_ends() {
        Schedule endless = Schedule.startingAt(5);
        assertThat(endless.isBounded()).isFalse();
        assertThat(endless.lastEnd(SEVEN)).isEqualTo(Long.MAX_VALUE);
        assertThat(endless.windows(SEVEN)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> new Schedule(5, 5));
    }

    @Test
    void the_closed_time_moves_only_where_a_window_of_some_query_ends() {
        WindowCloser closing = closing(Schedule.startingAt(0), 7, 5);
        assertThat(closing.advance(5)).isTrue();
        assertThat(closing.closedUpTo()).isEqualTo(5);
        assertThat(closing.advance(6)).isFalse();
        assertThat(closing.advance(7)).isTrue();
        assertThat(closing.advance(5)).isFalse();
        assertThat(closing.closedUpTo()).isEqualTo(7);
        assertThat(closing.advance(-3)).isFalse();
    }

    @Test
    void the_last_watermark_closes_a_schedule_up_to_its_last_window_and_never_beyond() {
        WindowCloser closing = closing(new Schedule(0, 15), 7, 5);
        assertThat(closing.advance(14)).isTrue();
        assertThat(closing.advance(Long.MAX_VALUE)).isTrue();
        assertThat(closing.closedUpTo()).isEqualTo(21);
        assertThat(closing.advance(Long.MAX_VALUE)).isFalse();
    }

    @Test
    void the_last_watermark_closes_nothing_where_there_is_no_end() {
        WindowCloser closing = closing(Schedule.startingAt(0), 7, 5);
        assertThat(closing.advance(Long.MAX_VALUE)).isFalse();
        assertThat(closing.closedUpTo()).isEqualTo(Long.MIN_VALUE);
        assertThat(closing.advance(35)).isTrue();
        assertThat(closing.closedUpTo()).isEqualTo(35);
    }

    @Test
    void the_first_watermarks_of_flink_lie_before_everything() {
        WindowCloser closing = closing(Schedule.startingAt(0), 7, 5);
        closing.advance(Long.MIN_VALUE);
        assertThat(closing.closedUpTo()).isLessThan(-(1L << 59));
        assertThat(closing.advance(-14)).isTrue();
        assertThat(closing.closedUpTo()).isEqualTo(-14);
    }

    private static WindowCloser closing(Schedule schedule, long... sizes) {
        Queries[] queries = new Queries[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            queries[i] =
                    Queries.hourly("q" + i).every(Duration.ofMillis(sizes[i])).count();
        }
        return new WindowCloser(Plans.daily(queries).windows(), schedule);
    }
}
