package dev.weir.operators.time;

import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Half-open windows {@code [start, start + size)} of event time, in UTC: each is one cell.
 *
 * @param sizeMillis the size in milliseconds, at least 1
 * @param offsetMillis how long after a multiple of the size, counted from the epoch, a window starts: from 0 to the size - 1
 */
public record TumblingWindow(long sizeMillis, long offsetMillis) implements Window {

    private static final int TUMBLING = 1;

    /** The bounds of windows of which each is one cell. */
    static final Caps CAPS = new Caps(
            List.of("keys-per-window", "records-per-cell", "cells-per-period", "windows-per-period"),
            "where windows tumble",
            "is for running totals and sliding windows");

    /** @throws IllegalArgumentException if the size is below 1 ms, or the offset is not below the size */
    public TumblingWindow {
        if (sizeMillis < 1) {
            throw new IllegalArgumentException("window must be at least 1 ms, was " + sizeMillis + " ms");
        }
        EvenCells.requireOffset(offsetMillis, sizeMillis, "window");
    }

    /**
     * Windows that start at multiples of their size.
     *
     * @param sizeMillis the size in milliseconds, at least 1
     * @throws IllegalArgumentException if the size is below 1 ms
     */
    public TumblingWindow(long sizeMillis) {
        this(sizeMillis, 0);
    }

    /**
     * Tumbling windows of a size.
     *
     * @param size at least 1 ms
     * @throws IllegalArgumentException if the size is below 1 ms
     */
    public static TumblingWindow of(Duration size) {
        return new TumblingWindow(size.toMillis());
    }

    /**
     * These windows, each so much later.
     *
     * @param offset how much later, shorter than a window
     * @throws IllegalArgumentException if the offset is below 0 or not shorter than a window
     */
    public TumblingWindow startingAfter(Duration offset) {
        return new TumblingWindow(sizeMillis, offset.toMillis());
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, TUMBLING).put(2, sizeMillis);
        return offsetMillis == 0 ? fields : fields.put(3, offsetMillis);
    }

    @Override
    public long cellStart(long time) {
        return EvenCells.start(time, sizeMillis, offsetMillis);
    }

    @Override
    public long mostCells(long periodMillis) {
        return offsetMillis == 0 ? Window.super.mostCells(periodMillis) : EvenCells.mostIn(periodMillis, sizeMillis);
    }

    @Override
    public long mostPeriods(long periodMillis) {
        boolean isAligned = offsetMillis == 0 || (offsetMillis % periodMillis == 0 && sizeMillis % periodMillis == 0);
        return isAligned ? Window.super.mostPeriods(periodMillis) : EvenCells.mostPeriods(periodMillis, sizeMillis);
    }

    @Override
    public long cellMillis() {
        return sizeMillis;
    }

    @Override
    public long lastStep() {
        return 1;
    }

    @Override
    public long step(long end, long taken) {
        return 0;
    }

    @Override
    public long start(long end, long step) {
        return end - sizeMillis;
    }

    @Override
    public boolean holdsSpan() {
        return true;
    }

    @Override
    public Caps caps() {
        return CAPS;
    }

    @Override
    public long spanEnd(long cellEnd) {
        return cellEnd;
    }

    @Override
    public long spanStart(long cellEnd) {
        return cellStart(cellEnd - 1);
    }

    @Override
    public long numberInSpan(long cellEnd) {
        return 1;
    }

    @Override
    public Map<String, Object> terms() {
        return offsetMillis == 0
                ? Map.of("tumbling", Durations.text(sizeMillis))
                : Map.of("tumbling", Durations.text(sizeMillis), "offset", Durations.text(offsetMillis));
    }

    @Override
    public String words() {
        return "in every window of " + Durations.text(sizeMillis)
                + (offsetMillis == 0 ? "" : " that starts " + Durations.text(offsetMillis) + " after a multiple of it");
    }
}
