package dev.weir.operators.api;

import dev.weir.operators.admit.SlotClock;
import dev.weir.operators.admit.SlotReader;
import dev.weir.operators.query.Timing;
import java.time.Instant;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/** The watermark is the clock that admission sees, less the delay: nothing that admission calls on time is behind it. */
final class RecordWatermarks<T> implements WatermarkGenerator<T> {

    private final SafeField<T, Instant> time;
    private final Timing timing;
    private final SlotClock clock = new SlotClock();
    private long newest = SlotReader.NO_TIME;

    RecordWatermarks(SafeField<T, Instant> time, Timing timing) {
        this.time = time;
        this.timing = timing;
    }

    @Override
    public void onEvent(T record, long timestamp, WatermarkOutput output) {
        newest = clock.tickWithin(0, RecordReader.millis(time.of(record)), timing.maxSkewMillis());
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (newest != SlotReader.NO_TIME) {
            output.emitWatermark(new Watermark(timing.closed(newest)));
        }
    }
}
