package dev.weir.operators.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.time.TimeBounds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PartitionClockTest {

    private static final long SKEW = 10;
    private static final long NOW = 1_000_000;

    private long wallClock = NOW;
    private final PartitionClock clock =
            PartitionClock.ofRecordTimes(new TimeBounds(0, SKEW), PartitionClock.NO_TIME, () -> wallClock);

    @Test
    void a_slots_time_is_the_running_maximum_of_its_own_partition() {
        assertThat(clock.tick(0, 5)).isEqualTo(5);
        assertThat(clock.tick(0, 3)).isEqualTo(5);
        assertThat(clock.tick(1, 2)).isEqualTo(2);
        assertThat(clock.tick(0, PartitionClock.NO_TIME)).isEqualTo(5);
        assertThat(clock.newest()).containsEntry(0, 5L).containsEntry(1, 2L);
    }

    @Test
    void a_partition_without_times_has_none() {
        assertThat(clock.tick(0, PartitionClock.NO_TIME)).isEqualTo(PartitionClock.NO_TIME);
        assertThat(clock.tickWithin(1, PartitionClock.NO_TIME)).isEqualTo(PartitionClock.NO_TIME);
    }

    @Test
    void a_record_further_ahead_than_the_skew_does_not_move_a_clock_of_record_times() {
        assertThat(times(0, 100, 110, 121, 120, 50)).containsExactly(100L, 110L, 110L, 120L, 120L);
    }

    @Test
    void the_largest_skew_admits_every_time() {
        PartitionClock trusting = PartitionClock.ofRecordTimes(
                new TimeBounds(0, Long.MAX_VALUE), PartitionClock.NO_TIME, () -> wallClock);
        trusting.tickWithin(0, 100);
        assertThat(trusting.tickWithin(0, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** Such a time would make all later records late forever. */
    @Test
    void a_time_from_the_future_starts_no_clock() {
        assertThat(times(0, NOW + SKEW + 1, Long.MAX_VALUE, NOW - 500, NOW - 495))
                .containsExactly(PartitionClock.NO_TIME, PartitionClock.NO_TIME, NOW - 500L, NOW - 495L);
        assertThat(times(1, NOW + SKEW)).containsExactly(NOW + SKEW);
    }

    @Test
    void no_run_of_times_leads_a_clock_into_the_future_and_no_chain_of_small_steps_does() {
        assertThat(times(0, 100, 2 * NOW, 2 * NOW, 2 * NOW, 2 * NOW)).containsOnly(100L);
        assertThat(times(1, NOW, NOW + 8, NOW + 16, NOW + 24)).containsExactly(NOW, NOW + 8L, NOW + 8L, NOW + 8L);
    }

    @Test
    void what_was_in_the_future_is_plausible_once_the_wall_clock_has_come_near() {
        assertThat(times(0, 2 * NOW)).containsExactly(PartitionClock.NO_TIME);
        wallClock = 2 * NOW - SKEW;
        assertThat(times(0, 2 * NOW)).containsExactly(2L * NOW);
    }

    @Test
    void however_many_records_are_further_ahead_than_the_skew_they_do_not_move_a_clock() {
        assertThat(times(0, 100, 5000, 5005, 5001, 5006)).containsOnly(100L);
    }

    @Test
    void a_time_before_the_start_stands_for_itself_and_starts_no_clock() {
        PartitionClock late = PartitionClock.ofRecordTimes(new TimeBounds(0, SKEW), 1000, () -> wallClock);
        assertThat(late.tickWithin(0, 3)).isEqualTo(3);
        assertThat(late.newest()).isEmpty();
        assertThat(late.tickWithin(0, 5000)).isEqualTo(5000);
        assertThat(late.tickWithin(0, 3)).isEqualTo(5000);
    }

    private List<Long> times(int partition, long... eventTimes) {
        return Arrays.stream(eventTimes)
                .mapToObj(time -> clock.tickWithin(partition, time))
                .toList();
    }
}
