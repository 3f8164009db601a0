package dev.weir.jobs.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EarlierRecordsTest {

    /**
     * The first partition has records before and after the time, the second only before it, the third none at all, and the
     * fourth only after it.
     */
    @Test
    void records_before_a_time_are_added_up_over_partitions() {
        Map<String, Long> first = Map.of("a", 10L, "b", 0L, "c", 4L, "d", 7L);
        Map<String, Long> next = Map.of("a", 15L, "b", -1L, "c", -1L, "d", 7L);
        Map<String, Long> end = Map.of("a", 30L, "b", 8L, "c", 4L, "d", 9L);
        assertThat(EarlierRecords.of(first, next, end)).isEqualTo(new EarlierRecords(5 + 8, 20 + 8 + 2));
    }

    @Test
    void they_are_told_if_there_are_any() {
        assertThat(new EarlierRecords(8191, 17_529).warning("edits", 0)).hasValueSatisfying(line -> assertThat(line)
                .startsWith("8191 of the 17529 records in topic edits were written before clock.start, which is"
                        + " 1970-01-01T00:00:00Z: "));
        assertThat(new EarlierRecords(0, 17_529).warning("edits", 0)).isEmpty();
    }
}
