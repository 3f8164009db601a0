package dev.weir.jobs.kafka;

import dev.weir.operators.admit.SlotClock;
import dev.weir.operators.admit.SlotReader;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Follows the slots of one partition: the watermark is the slots' time less the delay, so that no slot that admission
 * calls on time is behind it.
 *
 * <p>It says nothing before it has seen a time. Flink makes one for every partition and one more for the reader itself,
 * which never sees a slot: what that one said would stand for partitions that are behind.
 */
final class SlotWatermarks implements WatermarkGenerator<Slot> {

    private final SlotClock clock = new SlotClock();
    private final ToLongFunction<Slot> times;
    private final long maxSkewMillis;
    private final long delayMillis;
    private long newest = SlotReader.NO_TIME;

    /** @param maxSkewMillis a time further ahead of the newest does not count; {@link Long#MAX_VALUE}: all count */
    SlotWatermarks(ToLongFunction<Slot> times, long maxSkewMillis, long delayMillis) {
        this.times = times;
        this.maxSkewMillis = maxSkewMillis;
        this.delayMillis = delayMillis;
    }

    @Override
    public void onEvent(Slot slot, long timestamp, WatermarkOutput output) {
        newest = clock.tickWithin(slot.partition(), times.applyAsLong(slot), maxSkewMillis);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (newest != SlotReader.NO_TIME) {
            output.emitWatermark(new Watermark(newest - delayMillis));
        }
    }
}
