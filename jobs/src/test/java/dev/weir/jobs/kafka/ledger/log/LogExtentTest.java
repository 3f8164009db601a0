package dev.weir.jobs.kafka.ledger.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LogExtentTest {

    private static final Uuid ID = new Uuid(1, 2);

    private static LogExtent extent(long start, long end, int epoch) {
        return new LogExtent(ID, start, end, Optional.of(epoch));
    }

    @Test
    void the_records_are_the_same_if_topic_and_ends_and_a_known_epoch_are() {
        LogExtent before = extent(3, 9, 5);
        assertThat(extent(3, 9, 5).hasRecordsOf(before)).isTrue();
        LogExtent silent = new LogExtent(ID, 3, 9, Optional.empty());
        assertThat(silent.hasRecordsOf(silent)).as("no epoch").isFalse();
        assertThat(Stream.of(
                        extent(4, 9, 5),
                        extent(3, 10, 5),
                        extent(3, 9, 6),
                        new LogExtent(new Uuid(1, 3), 3, 9, Optional.of(5))))
                .noneMatch(other -> other.hasRecordsOf(before));
    }
}
