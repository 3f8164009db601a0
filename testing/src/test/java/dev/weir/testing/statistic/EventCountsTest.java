package dev.weir.testing.statistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EventCountsTest {

    @Test
    void an_event_of_one_arm_alone_bounds_epsilon_in_closed_form() {
        EventCounts counts = new EventCounts(1000, 1000, 0, 1000);
        double never = 1 - Math.pow(0.005, 0.001);
        assertThat(counts.epsilon(0, 0.01)).isCloseTo(Math.log((1 - never) / never), within(1e-6));
        assertThat(counts.epsilon(0.1, 0.01)).isCloseTo(Math.log((0.9 - never) / never), within(1e-6));
    }

    @Test
    void the_complement_counts_where_it_shows_more() {
        // with: 10 % miss the event, without: 60 %
        EventCounts counts = new EventCounts(90_000, 100_000, 40_000, 100_000);
        assertThat(counts.epsilon(0, 0.01)).isBetween(Math.log(6) - 0.05, Math.log(6));
    }

    @Test
    void many_trials_find_mu() {
        // Phi(0.5) = 0.691462, Phi(-0.5) = 0.308538: mu = 1
        EventCounts counts = new EventCounts(691_462, 1_000_000, 308_538, 1_000_000);
        assertThat(counts.mu(0.01)).isBetween(0.985, 1.0);
    }

    @Test
    void equal_arms_show_nothing() {
        EventCounts counts = new EventCounts(500, 1000, 500, 1000);
        assertThat(counts.epsilon(0, 0.01)).isZero();
        assertThat(counts.mu(0.01)).isZero();
        assertThat(counts.exchanged()).isEqualTo(counts);
    }
}
