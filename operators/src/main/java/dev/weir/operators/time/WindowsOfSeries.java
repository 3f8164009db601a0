package dev.weir.operators.time;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.continual.sums.SeriesSums;
import dev.weir.accountant.continual.sums.WindowsSums;
import dev.weir.operators.encoding.TaggedFields;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Several windows from one series: days, weeks and months of any zone, and the last so many hours, each the difference of two totals of a series
 * that is never reset. A step takes one length, aligned to the epoch, in UTC, or so much later. Every window begins and ends where a step does, and
 * is released with its last step.
 *
 * <p>All windows are post-processing of the same noisy totals, so a unit pays once, for the series, and windows agree exactly: 24 hours add up to
 * their day and days to their month. A window that begins before the first step of its series is not released: its records from before are in no
 * total. Where a series begins is public: with the schedule, behind an adoption, or with a higher version.
 */
final class WindowsOfSeries implements SeriesWindow {

    private static final long serialVersionUID = 1L;
    private static final int OF_SERIES = 5;

    private final long everyMillis;
    private final long offsetMillis;
    private final long horizon;
    private final List<Named> named;

    private WindowsOfSeries(long everyMillis, long offsetMillis, long horizon, List<Named> named) {
        this.everyMillis = everyMillis;
        this.offsetMillis = offsetMillis;
        this.horizon = horizon;
        this.named = List.copyOf(named);
    }

    /** Builds the windows that {@link SeriesWindow#several} describes. */
    static WindowsOfSeries of(Duration base, Duration offset, long horizon, List<Named> windows) {
        long step = base.toMillis();
        long later = offset.toMillis();
        if (step < 1 || horizon < 1) {
            throw new IllegalArgumentException(
                    "base must be at least 1 ms and horizon at least 1 step, were " + step + " ms and " + horizon);
        }
        EvenCells.requireOffset(later, step, "base");
        List<Named> named =
                windows.stream().map(window -> window.endingAfter(later)).toList();
        if (named.isEmpty() || named.size() > Named.MOST) {
            throw new IllegalArgumentException(
                    "releases must be 1 to " + Named.MOST + " windows, were " + named.size());
        }
        Set<String> names = new HashSet<>();
        for (Named window : named) {
            if (!names.add(window.name())) {
                throw new IllegalArgumentException(
                        "releases must have different names, was " + window.name() + " twice");
            }
            requireSteps(window, step, later);
        }
        return new WindowsOfSeries(step, later, horizon, named);
    }

    @Override
    public List<Named> named() {
        return named;
    }

    private static void requireSteps(Named named, long step, long offset) {
        long every = named.window().cellMillis();
        if (named.window().sharesNoise()) {
            if (every % step != 0) {
                throw new IllegalArgumentException("releases must end with steps: " + named.name() + " ends every "
                        + Durations.text(every) + ", with steps of " + Durations.text(step));
            }
            return;
        }
        for (long start = named.window().cellStart(MetPeriods.FIRST);
                start < MetPeriods.LAST;
                start = named.window().cellEnd(start)) {
            if (EvenCells.start(start, step, offset) != start) {
                throw new IllegalArgumentException("releases must begin where a step ends: a window of " + named.name()
                        + " in " + named.window().zone().orElseThrow() + " begins at " + Instant.ofEpochMilli(start)
                        + ", within a step of " + Durations.text(step)
                        + (offset == 0 ? "" : " that starts " + Durations.text(offset) + " after a multiple of it"));
            }
        }
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, OF_SERIES).put(2, everyMillis).put(3, horizon);
        named.forEach(window -> fields.put(4, window.identity()));
        return offsetMillis == 0 ? fields : fields.put(5, offsetMillis);
    }

    @Override
    public Window by(PinnedZone rules) {
        List<Named> moved = named.stream().map(window -> window.by(rules)).toList();
        return of(Duration.ofMillis(everyMillis), Duration.ofMillis(offsetMillis), horizon, moved);
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

    /** The end of the last window of any kind that starts before {@code until}. */
    @Override
    public long lastEnd(long until) {
        return named.stream()
                .mapToLong(window -> window.window().lastEnd(until))
                .max()
                .orElseThrow();
    }

    @Override
    public Optional<SeriesSums> sums() {
        List<Long> lengths =
                named.stream().map(window -> window.mostSteps(everyMillis)).toList();
        return Optional.of(new WindowsSums(
                horizon, lengths, named.stream().mapToLong(Named::kept).sum()));
    }

    /** Returns false: windows that begin after a step do not contain it. */
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

    /** The start of the series, whose total every window is a difference of. */
    @Override
    public long start(long end, long step) {
        return end - step * everyMillis;
    }

    @Override
    public Map<String, Object> terms() {
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("base", Durations.text(everyMillis));
        if (offsetMillis > 0) {
            terms.put("offset", Durations.text(offsetMillis));
        }
        terms.put("horizon", horizon == UNBOUNDED ? "unbounded" : horizon);
        terms.put("releases", named.stream().map(Named::terms).toList());
        return terms;
    }

    @Override
    public String words() {
        return "from one series of steps of " + Durations.text(everyMillis)
                + (offsetMillis == 0 ? "" : " that start " + Durations.text(offsetMillis) + " after a multiple of it")
                + ": "
                + named.stream().map(Named::words).collect(Collectors.joining("; "));
    }

    /** Windows that mean the same are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Window window
                && Arrays.equals(identity().bytes(), window.identity().bytes());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(identity().bytes());
    }

    @Override
    public String toString() {
        return words();
    }
}
