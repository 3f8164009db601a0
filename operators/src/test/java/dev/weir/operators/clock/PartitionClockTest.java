package dev.weir.operators.clock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PartitionClockTest {

    private final PartitionClock clock = new PartitionClock();

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
        assertThat(clock.tickWithin(1, PartitionClock.NO_TIME, 10)).isEqualTo(PartitionClock.NO_TIME);
    }

    @Test
    void a_record_further_ahead_than_the_skew_does_not_move_a_clock_of_record_times() {
        assertThat(clock.tickWithin(0, 100, 10)).isEqualTo(100);
        assertThat(clock.tickWithin(0, 110, 10)).isEqualTo(110);
        assertThat(clock.tickWithin(0, 121, 10)).isEqualTo(110);
        assertThat(clock.tickWithin(0, 120, 10)).isEqualTo(120);
        assertThat(clock.tickWithin(0, 50, 10)).isEqualTo(120);
    }

    @Test
    void the_largest_skew_admits_every_time() {
        clock.tickWithin(0, 100, Long.MAX_VALUE);
        assertThat(clock.tickWithin(0, 200, Long.MAX_VALUE)).isEqualTo(200);
        assertThat(clock.tickWithin(1, -5, 10)).isEqualTo(-5);
        assertThat(clock.tickWithin(1, Long.MAX_VALUE, 10)).isEqualTo(-5);
    }
}
