package dev.weir.operators.time;

import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.continual.sums.SlidingSums;
import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Half-open windows {@code [end - size, end)} that end at every multiple of {@code every}, aligned to the epoch, in
 * UTC; or so much later, where they belong to a series whose steps do. Each window consists of panes, which are the cells.
 *
 * @param sizeMillis the size of a window in milliseconds: a whole number of panes
 * @param everyMillis the length of a pane in milliseconds, at least 1
 * @param offsetMillis how long after a multiple of a pane's length, counted from the epoch, a window ends: from 0 to that length - 1
 */
public record SlidingWindow(long sizeMillis, long everyMillis, long offsetMillis) implements SeriesWindow {

    /** The largest number of panes of a window: each pane takes 8 bytes of state for every key and measured number. */
    public static final long MOST_PANES = 1 << 20;

    private static final int SLIDING = 2;

    /** @throws IllegalArgumentException if a component is not as described, or a window has more than 2<sup>20</sup> panes */
    public SlidingWindow {
        if (everyMillis < 1 || sizeMillis < everyMillis || sizeMillis % everyMillis != 0) {
            throw new IllegalArgumentException("size must be a whole number of panes, was " + sizeMillis
                    + " ms with panes of " + everyMillis + " ms");
        }
        if (sizeMillis / everyMillis > MOST_PANES) {
            throw new IllegalArgumentException(
                    "size must be at most " + MOST_PANES + " panes, was " + sizeMillis / everyMillis);
        }
        EvenCells.requireOffset(offsetMillis, everyMillis, "pane");
    }

    /**
     * Windows that end at multiples of the length of a pane.
     *
     * @param sizeMillis the size of a window in milliseconds: a whole number of panes
     * @param everyMillis the length of a pane in milliseconds, at least 1
     * @throws IllegalArgumentException if a component is not as described, or a window has too many panes
     */
    public SlidingWindow(long sizeMillis, long everyMillis) {
        this(sizeMillis, everyMillis, 0);
    }

    /**
     * Windows of {@code size} that end every {@code every}.
     *
     * @param size the length of a window, a whole number of panes
     * @param every the length of a pane, at least 1 ms
     * @throws IllegalArgumentException if a parameter is not as described, or a window has too many panes
     */
    public static SlidingWindow of(Duration size, Duration every) {
        return new SlidingWindow(size.toMillis(), every.toMillis());
    }

    /** How many panes a window has. */
    public int panes() {
        return (int) (sizeMillis / everyMillis);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, SLIDING).put(2, sizeMillis).put(3, everyMillis);
        return offsetMillis == 0 ? fields : fields.put(4, offsetMillis);
    }

    @Override
    public long cellStart(long time) {
        return EvenCells.start(time, everyMillis, offsetMillis);
    }

    @Override
    public long mostCells(long periodMillis) {
        return offsetMillis == 0
                ? SeriesWindow.super.mostCells(periodMillis)
                : EvenCells.mostIn(periodMillis, everyMillis);
    }

    @Override
    public long mostPeriods(long periodMillis) {
        return offsetMillis == 0
                ? SeriesWindow.super.mostPeriods(periodMillis)
                : EvenCells.mostPeriods(periodMillis, everyMillis);
    }

    @Override
    public long cellMillis() {
        return everyMillis;
    }

    @Override
    public long earliestStart(long from) {
        return cellEnd(from) - sizeMillis;
    }

    /** The end of the last window that starts before {@code until}. */
    @Override
    public long lastEnd(long until) {
        long lastStart = cellStart(until - 1);
        return lastStart <= Long.MAX_VALUE - sizeMillis ? lastStart + sizeMillis : Long.MAX_VALUE;
    }

    @Override
    public Optional<SeriesSums> sums() {
        return Optional.of(new SlidingSums(panes()));
    }

    /** Returns false: windows that end a size or more after a pane do not contain that pane. */
    @Override
    public boolean holdsSpan() {
        return false;
    }

    @Override
    public long lastStep() {
        return UNBOUNDED;
    }

    @Override
    public long spanEnd(long cellEnd) {
        return Long.MAX_VALUE;
    }

    @Override
    public long spanStart(long cellEnd) {
        return Long.MIN_VALUE;
    }

    @Override
    public long step(long end, long taken) {
        return taken + 1;
    }

    @Override
    public long start(long end, long step) {
        return end - sizeMillis;
    }

    @Override
    public Map<String, Object> terms() {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("sliding", Durations.text(sizeMillis));
        terms.put("every", Durations.text(everyMillis));
        return terms;
    }

    @Override
    public String words() {
        return "every " + Durations.text(everyMillis) + " with the window of " + Durations.text(sizeMillis) + " before";
    }
}
