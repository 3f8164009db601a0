package dev.weir.operators.admit;

import dev.weir.operators.query.Timing;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Follows the slots of one partition: the watermark is the clock that admission sees, less the delay, so that no slot that
 * admission calls on time is behind it.
 *
 * <p>It says nothing before it has seen a time. Flink makes one for every partition and one more for the reader itself,
 * which never sees a slot: what that one said would stand for partitions that are behind.
 *
 * @param <T> what the source hands over
 */
public final class SlotWatermarks<T> implements WatermarkGenerator<T> {

    private final SlotClock clock = new SlotClock();
    private final ToLongFunction<T> times;
    private final long maxSkewMillis;
    private final Timing timing;
    private long newest = SlotReader.NO_TIME;

    /**
     * Has seen nothing yet.
     *
     * @param times a slot's time, or {@link SlotReader#NO_TIME}
     * @param maxSkewMillis a time further ahead of the newest does not count; {@link Long#MAX_VALUE}: all count
     * @param timing whose delay the watermark stays behind
     */
    public SlotWatermarks(ToLongFunction<T> times, long maxSkewMillis, Timing timing) {
        this.times = times;
        this.maxSkewMillis = maxSkewMillis;
        this.timing = timing;
    }

    @Override
    public void onEvent(T slot, long timestamp, WatermarkOutput output) {
        newest = clock.tickWithin(0, times.applyAsLong(slot), maxSkewMillis);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (newest != SlotReader.NO_TIME) {
            output.emitWatermark(new Watermark(timing.closed(newest)));
        }
    }
}
