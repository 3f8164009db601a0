package dev.weir.testing.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotScheduleTest {

    /** Where a cell's records come right behind each other, no checkpoint falls between them, and none can forget them. */
    @Test
    void scenarios_take_turns_at_each_stamp_and_keep_their_own_order() {
        SlotSchedule schedule =
                SlotSchedule.of(List.of(List.of(5L, 5L, 5L, 9L), List.of(5L, 9L, 5L), List.of(2L, 5L)), 0, 2, 1);
        assertThat(schedule.moments())
                .extracting(moment -> moment.stamp() + ":" + moment.scenario() + "/" + moment.step())
                .containsExactly("2:2/0", "5:0/0", "5:1/0", "5:2/1", "5:0/1", "5:1/2", "5:0/2", "9:0/3", "9:1/1");
    }

    @Test
    void the_watermark_is_one_stamp_behind_and_a_delay() {
        SlotSchedule schedule = SlotSchedule.of(List.of(List.of(5L, 9L)), 3, 2, 1);
        assertThat(schedule.moments()).extracting(Moment::watermark).containsExactly(Long.MIN_VALUE, 2L);
    }
}
