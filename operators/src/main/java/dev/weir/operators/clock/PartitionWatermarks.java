package dev.weir.operators.clock;

import dev.weir.operators.time.TimeBounds;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Generates the watermarks of one input partition: the partition's clock as admission computes it, less the delay.
 * Therefore no record that admission accepts as on time is behind the watermark.
 *
 * <p>A generator is not part of checkpoints. After a restore, the first time that a generator accepts may be far behind
 * the other times, or ahead of them by any amount that the wall clock allows. This does no harm, because admission
 * restores its own clock and lets no watermark pass that clock.
 *
 * <p>A generator emits nothing before it has seen a time. Flink creates a generator for every partition, and one more
 * for the reader, which never sees a slot. If that generator emitted watermarks, they would also hold for partitions
 * that are behind.
 *
 * @param <T> what the source emits for a slot
 */
public final class PartitionWatermarks<T> implements WatermarkGenerator<T> {

    private final TimestampAssigner<T> times;
    private final long maxSkewMillis;
    private final TimeBounds timing;
    private final WallClockLimit limit;
    private final Run ahead;
    private long newest = PartitionClock.NO_TIME;

    /**
     * Creates a generator that accepts every time, for times at which slots were written.
     *
     * @param times gives the time of a slot, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     * @param timing the delay that the watermark stays behind the newest time
     */
    public PartitionWatermarks(TimestampAssigner<T> times, TimeBounds timing) {
        this(times, timing, Long.MAX_VALUE, () -> Long.MAX_VALUE);
    }

    private PartitionWatermarks(TimestampAssigner<T> times, TimeBounds timing, long maxSkew, LongSupplier wallClock) {
        this.times = times;
        this.timing = timing;
        this.maxSkewMillis = maxSkew;
        this.limit = new WallClockLimit(wallClock, maxSkew);
        this.ahead = new Run(maxSkew);
    }

    /**
     * Creates a generator that accepts the records' own times as {@link PartitionClock} does. It also accepts a time
     * too far ahead if that time is the third of three such times in a row that are near each other. In this case the
     * newest time so far was probably the time of an old record that was read first.
     *
     * @param <T> what the source emits for a slot
     * @param times gives the time of a slot, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     * @param timing the skew that decides which times are accepted, and the delay that the watermark stays behind the
     *     newest time
     * @param wallClock the machine's time, epoch milliseconds
     */
    public static <T> PartitionWatermarks<T> ofRecordTimes(
            TimestampAssigner<T> times, TimeBounds timing, LongSupplier wallClock) {
        return new PartitionWatermarks<>(times, timing, timing.maxSkewMillis(), wallClock);
    }

    @Override
    public void onEvent(T slot, long timestamp, WatermarkOutput output) {
        long time = times.extractTimestamp(slot, timestamp);
        if (time == PartitionClock.NO_TIME || !limit.allows(time)) {
            return;
        }
        if (PartitionClock.isPlausible(newest, time, maxSkewMillis)) {
            newest = Math.max(newest, time);
            ahead.end();
        } else if (ahead.isEnough(time)) {
            newest = ahead.newest();
            ahead.end();
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (newest != PartitionClock.NO_TIME) {
            output.emitWatermark(new Watermark(timing.closed(newest)));
        }
    }

    /**
     * Counts consecutive times that are too far ahead of the newest one, but near each other. The third such time is
     * accepted.
     */
    private static final class Run {

        private static final int ENOUGH = 3;

        private final long maxSkew;
        private long newest;
        private int length;

        Run(long maxSkew) {
            this.maxSkew = maxSkew;
        }

        /** Takes the next time and returns whether the run is long enough. */
        boolean isEnough(long time) {
            boolean goesOn = length > 0 && Math.abs(time - newest) <= maxSkew;
            length = goesOn ? length + 1 : 1;
            newest = goesOn ? Math.max(newest, time) : time;
            return length >= ENOUGH;
        }

        /** Ends the run, because a time has been accepted. */
        void end() {
            length = 0;
        }

        long newest() {
            return newest;
        }
    }
}
