package dev.weir.jobs.kafka.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenTransactionAgeTest {

    private final OpenTransactionAge topic = new OpenTransactionAge();

    private long millis(long now, long written, long readable) {
        return topic.millis(now, Map.of(0, new LogEnds.Ends(written, readable)));
    }

    @Test
    void a_stop_of_readers_is_told_once_it_has_not_moved_for_long() {
        assertThat(millis(0, 5, 5)).isZero();
        assertThat(millis(5000, 9, 5)).isZero();
        assertThat(millis(24_999, 20, 5)).isZero();
        assertThat(millis(25_000, 30, 5)).isEqualTo(20_000);
        assertThat(millis(90_000, 60, 5)).isEqualTo(85_000);
        assertThat(millis(95_000, 60, 60)).isZero();
    }

    /** In a topic with continuous transactions, readers never reach the end, and yet nothing holds them up. */
    @Test
    void a_stop_that_moves_is_none() {
        for (int i = 0; i < 100; i++) {
            assertThat(millis(i * 5000L, i + 2, i)).isZero();
        }
    }

    @Test
    void the_partition_that_has_been_held_for_longest_counts() {
        LogEnds.Ends held = new LogEnds.Ends(9, 5);
        LogEnds.Ends whole = new LogEnds.Ends(9, 9);
        assertThat(topic.millis(0, Map.of(0, held, 1, whole))).isZero();
        assertThat(topic.millis(30_000, Map.of(0, held, 1, held))).isEqualTo(30_000);
        assertThat(topic.millis(60_000, Map.of(0, whole, 1, held))).isEqualTo(30_000);
    }
}
