package dev.weir.operators.publish.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RetryPauseTest {

    @Test
    void the_first_failure_is_tried_again_at_once_and_each_further_one_after_twice_as_long_up_to_a_minute() {
        assertThat(Stream.iterate(RetryPause.NONE, RetryPause::longer).limit(11).map(RetryPause::millis))
                .containsExactly(0L, 0L, 1000L, 2000L, 4000L, 8000L, 16_000L, 32_000L, 60_000L, 60_000L, 60_000L);
    }
}
