package dev.weir.operators.publish.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TumblingWindow;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PublicTimesTest {

    private static final TumblingWindow MINUTE = new TumblingWindow(60_000);
    private static final PublicTimes TIMES = new PublicTimes(Schedule.startingAt(90_000), 5_000);

    @Test
    void a_window_is_due_a_step_and_the_delay_after_the_one_before() {
        assertThat(TIMES.dueMillis(MINUTE)).isEqualTo(65_000);
        assertThat(new PublicTimes(TIMES.schedule(), Long.MAX_VALUE).dueMillis(MINUTE))
                .isEqualTo(Long.MAX_VALUE);
    }

    /** The first window is the one that contains the start: it ends at 120 000. */
    @Test
    void nothing_is_due_before_the_first_window_of_the_schedule() {
        assertThat(TIMES.publishedUntil(MINUTE, Long.MIN_VALUE)).isEqualTo(60_000);
        assertThat(TIMES.from(0).publishedUntil(MINUTE, Long.MIN_VALUE)).isZero();
    }

    /** Windows of another query may end in between. */
    @Test
    void a_state_says_up_to_which_end_of_its_windows_a_query_has_been_published() {
        assertThat(TIMES.publishedUntil(MINUTE, 300_000)).isEqualTo(300_000);
        assertThat(TIMES.publishedUntil(MINUTE, 310_000)).isEqualTo(300_000);
    }

    @Test
    void a_delay_below_0_is_refused() {
        assertThatThrownBy(() -> new PublicTimes(TIMES.schedule(), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was -1");
    }
}
