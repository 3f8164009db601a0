package dev.weir.operators.time;

import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Half-open windows {@code [start, start + size)} of event time, aligned to the epoch, in UTC: each is one cell.
 *
 * @param sizeMillis the size in milliseconds, at least 1
 */
public record TumblingWindow(long sizeMillis) implements Window {

    private static final int TUMBLING = 1;

    private static final Caps CAPS = new Caps(
            List.of("keys-per-window", "records-per-cell", "cells-per-period", "windows-per-period"),
            "where windows tumble",
            "is for running totals and sliding windows");

    /** @throws IllegalArgumentException if the size is below 1 ms */
    public TumblingWindow {
        if (sizeMillis < 1) {
            throw new IllegalArgumentException("window must be at least 1 ms, was " + sizeMillis + " ms");
        }
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

    @Override
    public TaggedFields identity() {
        return new TaggedFields().put(1, TUMBLING).put(2, sizeMillis);
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
        return Map.of("tumbling", Durations.text(sizeMillis));
    }

    @Override
    public String words() {
        return "in every window of " + Durations.text(sizeMillis);
    }
}
