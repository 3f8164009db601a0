package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class OutageDetectorTest {

    private long now = Long.MAX_VALUE - 5; // the time may overflow
    private final OutageDetector outages = new OutageDetector(() -> now);

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void what_has_not_been_seen_for_more_than_ten_seconds_is_told_once_and_once_when_it_is_back() {
        outages.begin();
        pass(10);
        assertThat(outages.failed()).isFalse();
        pass(1);
        assertThat(outages.failed()).isTrue();
        pass(100);
        assertThat(outages.failed()).isFalse();
        assertThat(outages.succeeded()).isTrue();
        assertThat(outages.succeeded()).isFalse();
        pass(11);
        assertThat(outages.failed()).isTrue();
    }

    @Test
    void what_was_missed_for_a_moment_is_not_told() {
        outages.begin();
        pass(9);
        assertThat(outages.failed()).isFalse();
        assertThat(outages.succeeded()).isFalse();
        pass(9);
        assertThat(outages.failed()).isFalse();
    }
}
