package dev.weir.operators.time;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.TaggedFields;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Days, weeks or months of a zone's calendar: each is one cell. Boundaries are instants, increase and leave no gap, so that every
 * record is in exactly one window, by its event time alone. Days have 23, 24 or 25 hours, and others where a zone says so; a date that a
 * zone leaves out has no window.
 */
final class CalendarWindow implements Window {

    private static final long serialVersionUID = 1L;
    private static final int CALENDAR = 4;
    private static final long DAY = 86_400_000;

    private final CalendarPeriod period;
    private final PinnedZone zone;

    /** The cell that was found last; most times belong to the same one as the time before. */
    private transient @Nullable Cell last;

    /** A cell. The components are final, so that threads that find another one's cell see all of it. */
    private record Cell(long start, long end) {}

    /**
     * Windows of a calendar.
     *
     * @param period how long they are
     * @param zone whose days they consist of
     */
    CalendarWindow(CalendarPeriod period, PinnedZone zone) {
        this.period = period;
        this.zone = zone;
    }

    private Cell cell(long time) {
        Cell known = last;
        if (known == null || time < known.start() || time >= known.end()) {
            known = found(time);
            last = known;
        }
        return known;
    }

    private Cell found(long time) {
        LocalDate first = period.start(zone.dateAt(time));
        return new Cell(zone.boundary(first), zone.boundary(period.next(first)));
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, CALENDAR)
                .put(2, period.code())
                .put(3, zone.id())
                .put(4, zone.digest());
    }

    @Override
    public long cellMillis() {
        return period.mostDays() * DAY + zone.mostBackMillis();
    }

    /** The length of the shortest cell; where a zone leaves a date out, days are taken for half a day at least. */
    @Override
    public long shortestCellMillis() {
        long forward = zone.mostForwardMillis();
        return period.fewestDays() * DAY - (period == CalendarPeriod.DAY ? Math.min(forward, DAY / 2) : forward);
    }

    /** Local clocks go on by the length of the period, and at most by one change more. */
    @Override
    public long mostCells(long periodMillis) {
        return (periodMillis + zone.mostForwardMillis()) / (period.fewestDays() * DAY) + 2;
    }

    /** The most periods that any cell from 1990 on overlaps. */
    @Override
    public long mostPeriods(long periodMillis) {
        return mostPeriods(time -> Math.floorDiv(time, periodMillis));
    }

    @Override
    public Optional<PinnedZone> zone() {
        return Optional.of(zone);
    }

    @Override
    public Window by(PinnedZone rules) {
        return new CalendarWindow(period, rules);
    }

    /** The period of the calendar that a window is. */
    CalendarPeriod period() {
        return period;
    }

    @Override
    public long mostPeriods(PrivacyUnit unit) {
        return mostPeriods(unit::period);
    }

    private long mostPeriods(LongUnaryOperator period) {
        long most = 1;
        for (long start = cellStart(MetPeriods.FIRST); start < MetPeriods.LAST; start = cellEnd(start)) {
            most = Math.max(most, period.applyAsLong(cellEnd(start) - 1) - period.applyAsLong(start) + 1);
        }
        return most;
    }

    @Override
    public long cellStart(long time) {
        return cell(time).start();
    }

    @Override
    public long cellEnd(long time) {
        return cell(time).end();
    }

    @Override
    public long cells(long from, long to) {
        long cells = 0;
        for (long end = from; end < to; end = cellEnd(end)) {
            cells++;
        }
        return cells;
    }

    @Override
    public long steps(long from, long until) {
        return lastStep();
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
        return cellStart(end - 1);
    }

    /** The number of the first date, counted from the epoch. */
    @Override
    public long number(long end) {
        return period.start(zone.dateAt(end - 1)).toEpochDay();
    }

    @Override
    public boolean holdsSpan() {
        return true;
    }

    @Override
    public Caps caps() {
        return TumblingWindow.CAPS;
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
        Map<String, Object> terms = new LinkedHashMap<>();
        terms.put("calendar", period.calendar());
        if (!period.weekStart().isEmpty()) {
            terms.put("week-start", period.weekStart());
        }
        terms.put("zone", zone.id());
        return terms;
    }

    @Override
    public String words() {
        return switch (period) {
            case DAY -> "for every day of " + zone;
            case WEEK -> "for every week from Monday of " + zone;
            case SUNDAY_WEEK -> "for every week from Sunday of " + zone;
            case MONTH -> "for every month of " + zone;
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CalendarWindow window && period == window.period && zone.equals(window.zone);
    }

    @Override
    public int hashCode() {
        return 31 * period.code() + zone.hashCode();
    }

    @Override
    public String toString() {
        return words();
    }
}
