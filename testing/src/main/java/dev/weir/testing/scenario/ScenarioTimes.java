package dev.weir.testing.scenario;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * When an audit takes place: some of the shortest cells of any query, right before a time at which all windows and a period of
 * the privacy unit end, and one behind it.
 *
 * @param cell the length of the shortest cell of any query, in milliseconds
 * @param edge the time at which the canary's period and all windows end, epoch milliseconds
 * @param cells how many cells before the edge there are, at least 1
 * @param usable how many of them, the last ones, lie at least partly in the canary's period
 * @param periodStart the start of the canary's period, epoch milliseconds
 * @param from the start of the schedule: the first of these cells, or that of the earliest window of a series which holds it, because such windows
 *     are released only if the series runs from their beginning on; epoch milliseconds
 */
public record ScenarioTimes(long cell, long edge, int cells, int usable, long periodStart, long from) {

    private static final long NEAR = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();
    private static final BigInteger LONGEST = BigInteger.valueOf(2L * 366 * 24 * 3600 * 1000);
    private static final int FEWEST = 4;
    private static final int MOST = 8;

    /** How many spans are looked at for one that ends where all others end. */
    private static final int MOST_SEARCHED = 4096;

    /**
     * The times for a plan.
     *
     * @param plan the plan
     * @param keys how many keys a world has
     */
    public static ScenarioTimes of(Plan plan, int keys) {
        long cell = plan.windows().stream()
                .mapToLong(Window::shortestCellMillis)
                .min()
                .orElseThrow();
        long edge = edge(plan);
        long start =
                plan.unit().isPeriodic() ? plan.unit().periodStart(plan.unit().period(edge - 1)) : Long.MIN_VALUE;
        long inPeriod = start == Long.MIN_VALUE ? MOST : Math.max(1, (edge - start + cell - 1) / cell);
        int cells = wanted(plan, keys);
        long from = from(plan, edge - cells * cell);
        return new ScenarioTimes(cell, edge, cells, (int) Math.min(cells, inPeriod), start, from);
    }

    private static long from(Plan plan, long first) {
        return plan.windows().stream()
                .flatMap(window -> window.named().stream())
                .mapToLong(named -> named.window().earliestStart(first))
                .reduce(first, Math::min);
    }

    private static int wanted(Plan plan, int keys) {
        long most =
                plan.queries().stream().mapToLong(PricedQuery::affords).max().orElseThrow();
        // so that keys which nobody declared may have more than one series
        boolean areDeclared = plan.queries().stream().noneMatch(PricedQuery::discoversKeys);
        return areDeclared ? (int) Math.max(FEWEST, Math.min(MOST, (most + keys - 1) / keys)) : MOST;
    }

    /** A time at which all cells, spans and periods end, if there is one within some years; else one at which a period ends. */
    private static long edge(Plan plan) {
        long common = common(plan);
        return isEdge(plan, common)
                ? common
                : LongStream.concat(periodEnds(plan.unit()), ends(plan))
                        .filter(time -> isEdge(plan, time))
                        .findFirst()
                        .orElseGet(() -> periodEnds(plan.unit()).findFirst().orElse(common));
    }

    /** A multiple of the lengths of all cells, spans and periods, as far as they have one of at most two years. */
    private static long common(Plan plan) {
        BigInteger common = BigInteger.ONE;
        for (long length : lengths(plan).sorted().toArray()) {
            BigInteger next = BigInteger.valueOf(length);
            BigInteger multiple = common.multiply(next).divide(common.gcd(next));
            common = multiple.compareTo(LONGEST) <= 0 ? multiple : next;
        }
        long length = common.longValueExact();
        return (NEAR + length - 1) / length * length;
    }

    private static boolean isEdge(Plan plan, long time) {
        PrivacyUnit unit = plan.unit();
        return plan.windows().stream().allMatch(window -> end(window, time - 1) == time)
                && (!unit.isPeriodic() || unit.periodStart(unit.period(time)) == time);
    }

    /** When periods of the unit end, which no multiple of one length need do; none for units without periods. */
    private static LongStream periodEnds(PrivacyUnit unit) {
        return unit.isPeriodic()
                ? LongStream.range(0, MOST_SEARCHED).map(number -> unit.periodEnd(unit.period(NEAR) + number))
                : LongStream.empty();
    }

    /** When the longest spans or cells end. Those of a calendar differ in length, so that no multiple of one is a common end. */
    private static LongStream ends(Plan plan) {
        Window longest = plan.windows().stream()
                .max(Comparator.comparingLong(
                        window -> lengths(window).max(Long::compare).orElseThrow()))
                .orElseThrow();
        return LongStream.iterate(end(longest, NEAR), end -> end(longest, end)).limit(MOST_SEARCHED);
    }

    /** The end of the span that a time belongs to, or of its cell if spans never end. */
    private static long end(Window window, long time) {
        long cellEnd = window.cellEnd(time);
        long spanEnd = window.spanEnd(cellEnd);
        return spanEnd == Long.MAX_VALUE ? cellEnd : spanEnd;
    }

    private static LongStream lengths(Plan plan) {
        LongStream unit = plan.unit().isForEver() || !plan.unit().isPeriodic()
                ? LongStream.empty()
                : LongStream.of(plan.unit().periodEnd(0) - plan.unit().periodStart(0));
        LongStream windows =
                plan.windows().stream().flatMap(ScenarioTimes::lengths).mapToLong(Long::longValue);
        return LongStream.concat(unit, windows);
    }

    private static Stream<Long> lengths(Window window) {
        long end = window.cellEnd(NEAR);
        boolean isEndless = window.spanEnd(end) == Long.MAX_VALUE;
        return isEndless
                ? Stream.of(window.cellMillis())
                : Stream.of(window.cellMillis(), window.spanEnd(end) - window.spanStart(end));
    }

    /** The windows that the audit's job releases. */
    public Schedule schedule() {
        return new Schedule(from, edge + cell);
    }

    /**
     * The start of a cell in the canary's period, or of the period if that is later.
     *
     * @param number from 0 to {@link #usable} - 1
     */
    long start(int number) {
        return Math.max(periodStart, edge - (usable - number) * cell);
    }

    /** The end of such a cell. */
    long end(int number) {
        return edge - (usable - number - 1) * cell;
    }

    /** The middle of such a cell. */
    long middle(int number) {
        return start(number) + (end(number) - start(number)) / 2;
    }

    /** Slots of nobody that let the clock go on, one for each cell. */
    List<Step> ticks() {
        return IntStream.rangeClosed(0, cells)
                .mapToObj(number -> edge - (cells - number) * cell)
                .map(time -> new Step(time, time, Step.UNDECLARED, Step.Size.LARGEST, Step.Person.NOBODY))
                .toList();
    }
}
