package dev.weir.operators.admit;

import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.time.TimeBounds;

/**
 * Decides how far the watermark may advance if the records' own times move the clock: as far as the source's watermark,
 * but never past what admission's own clock has closed.
 *
 * <p>Admission's clock is restored from a checkpoint. The source's watermark generator is not restored. The generator
 * starts anew and accepts the first time that it sees, even if that time is far ahead of all other times, unless that
 * time lies in the future.
 */
final class WatermarkPacer {

    /** What {@link #advance} returns if the watermark stays where it is. */
    static final long NO_ADVANCE = Long.MIN_VALUE;

    private final TimeBounds bounds;
    private long newestSlotTime = PartitionClock.NO_TIME;
    private long sourceWatermark = Long.MIN_VALUE;
    private long emitted = Long.MIN_VALUE;
    private boolean idle;

    /**
     * Creates a pacer that has seen no slot.
     *
     * @param bounds the delay that the watermark stays behind the clock
     */
    WatermarkPacer(TimeBounds bounds) {
        this.bounds = bounds;
    }

    /** Takes note of the time of a slot that has been read, epoch milliseconds, or {@link PartitionClock#NO_TIME}. */
    void slotRead(long slotTime) {
        newestSlotTime = Math.max(newestSlotTime, slotTime);
    }

    /** Takes note of a watermark that the source has sent, epoch milliseconds. */
    void sourceAdvanced(long watermark) {
        sourceWatermark = watermark;
    }

    /** Takes note that the source has become idle, or active again. No watermark is emitted while it is idle. */
    void idle(boolean isIdle) {
        idle = isIdle;
    }

    /** Returns the watermark to emit now, epoch milliseconds, or {@link #NO_ADVANCE}. */
    long advance() {
        long allowed = newestSlotTime == PartitionClock.NO_TIME ? Long.MIN_VALUE : bounds.closed(newestSlotTime);
        long next = Math.min(sourceWatermark, allowed);
        if (next <= emitted || idle) {
            return NO_ADVANCE;
        }
        emitted = next;
        return next;
    }
}
