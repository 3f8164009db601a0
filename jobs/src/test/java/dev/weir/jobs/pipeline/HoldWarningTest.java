package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class HoldWarningTest {

    private final HoldWarning warning = new HoldWarning(CounterSink.NONE);
    private final RecordCounters totals = RecordCounters.empty(2);

    @Test
    void a_loss_is_said_once_and_once_a_minute_at_most() {
        assertThat(warning.isDue(totals, 0)).isFalse();
        totals.add(1, Rejection.HELD_TOO_LONG);
        assertThat(warning.isDue(totals, 10)).isTrue();
        assertThat(warning.isDue(totals, 20)).isFalse();
        totals.add(1, Rejection.HELD_TOO_LONG);
        assertThat(warning.isDue(totals, 60_009)).isFalse();
        assertThat(warning.isDue(totals, 60_010)).isTrue();
        assertThat(warning.isDue(totals, 900_000)).isFalse();
    }

    @Test
    void what_was_lost_in_another_way_is_not_its_concern() {
        totals.add(0, Rejection.BELOW_FLOOR);
        totals.add(0, Rejection.LATE);
        assertThat(warning.isDue(totals, 0)).isFalse();
    }
}
