package dev.weir.operators.clock;

import dev.weir.operators.time.TimeBounds;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Generates the watermarks of one input partition: the partition's clock as admission computes it, less the delay, so that no
 * slot that admission calls on time is behind the watermark.
 *
 * <p>A generator has no state. After a restore it may believe a first record whose time is far behind or far ahead;
 * admission's clock is restored, and admission lets no watermark pass that clock.
 *
 * <p>A generator emits nothing before it has seen a time. Flink creates one for every partition and one more for the reader,
 * which never sees a slot; a watermark from that one would count for partitions that are behind.
 *
 * @param <T> what the source emits for a slot
 */
public final class PartitionWatermarks<T> implements WatermarkGenerator<T> {

    /** So many records in a row that are too far ahead, but near each other, move the clock all the same. */
    private static final int ENOUGH = 3;

    private final TimestampAssigner<T> times;
    private final long maxSkewMillis;
    private final TimeBounds timing;
    private long newest = PartitionClock.NO_TIME;
    private long ahead = PartitionClock.NO_TIME;
    private int inARow;

    /**
     * A generator that has seen no slot.
     *
     * @param times gives the time of a slot, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     * @param maxSkewMillis a time further ahead of the newest one is not believed; {@link Long#MAX_VALUE}: all are
     * @param timing whose delay the watermark stays behind
     */
    public PartitionWatermarks(TimestampAssigner<T> times, long maxSkewMillis, TimeBounds timing) {
        this.times = times;
        this.maxSkewMillis = maxSkewMillis;
        this.timing = timing;
    }

    @Override
    public void onEvent(T slot, long timestamp, WatermarkOutput output) {
        long time = times.extractTimestamp(slot, timestamp);
        if (!PartitionClock.isPlausible(newest, time, maxSkewMillis)) {
            follow(time);
        } else if (time != PartitionClock.NO_TIME) {
            newest = Math.max(newest, time);
            inARow = 0;
        }
    }

    /** Several times ahead of the newest and near each other are right: the newest was that of an old record, read first. */
    private void follow(long time) {
        inARow = inARow > 0 && Math.abs(time - ahead) <= maxSkewMillis ? inARow + 1 : 1;
        ahead = Math.max(inARow > 1 ? ahead : time, time);
        if (inARow >= ENOUGH) {
            newest = ahead;
            inARow = 0;
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (newest != PartitionClock.NO_TIME) {
            output.emitWatermark(new Watermark(timing.closed(newest)));
        }
    }
}
