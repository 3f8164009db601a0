package dev.weir.operators.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.time.TimeBounds;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PartitionWatermarksTest {

    private static final long SKEW = 100;
    private static final long DELAY = 10;
    private static final long NOW = 1_000_000;

    private final List<Long> said = new ArrayList<>();

    @Test
    void the_watermark_is_the_newest_time_less_the_delay_and_none_before_there_is_one() {
        assertThat(after(PartitionClock.NO_TIME)).isEmpty();
        assertThat(after(1000, 900, 1050, PartitionClock.NO_TIME)).containsExactly(1040L);
    }

    @Test
    void single_records_from_too_far_ahead_do_not_move_it() {
        assertThat(after(1000, 1101, 1100, 9000, 9000, 1100, 9000, 9000)).containsExactly(1090L);
        assertThat(after(1000, 5000, 7000, 9000, 11_000)).containsExactly(990L);
    }

    /** A late record that is the first after a restore must not hold the stream up forever. */
    @Test
    void a_stream_that_runs_ahead_of_an_old_first_record_is_followed() {
        assertThat(after(1000, 9000, 9050, 9020)).containsExactly(9040L);
        assertThat(after(1000, 9000, 9050, 9020, 9140, 8000)).containsExactly(9130L);
    }

    @Test
    void times_from_the_future_neither_start_nor_move_it() {
        assertThat(after(NOW + SKEW + 1, 2 * NOW)).isEmpty();
        assertThat(after(2 * NOW, 1000, 2 * NOW, 2 * NOW, 2 * NOW)).containsExactly(990L);
    }

    @Test
    void times_of_writing_are_believed_whatever_they_are() {
        PartitionWatermarks<Long> watermarks =
                new PartitionWatermarks<>((slot, timestamp) -> slot, new TimeBounds(DELAY, SKEW));
        watermarks.onEvent(1000L, 0, output());
        watermarks.onEvent(1L << 60, 0, output());
        watermarks.onPeriodicEmit(output());
        assertThat(said).containsExactly((1L << 60) - DELAY);
    }

    private List<Long> after(long... times) {
        said.clear();
        PartitionWatermarks<Long> watermarks =
                PartitionWatermarks.ofRecordTimes((slot, timestamp) -> slot, new TimeBounds(DELAY, SKEW), () -> NOW);
        for (long time : times) {
            watermarks.onEvent(time, 0, output());
        }
        watermarks.onPeriodicEmit(output());
        return said;
    }

    private WatermarkOutput output() {
        return new WatermarkOutput() {
            @Override
            public void emitWatermark(Watermark watermark) {
                said.add(watermark.getTimestamp());
            }

            @Override
            public void markIdle() {
                throw new UnsupportedOperationException();
            }

            @Override
            public void markActive() {
                throw new UnsupportedOperationException();
            }
        };
    }
}
