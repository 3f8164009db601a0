package dev.weir.testing.scenario;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Which records of the canary a query counts, by the rules that {@code docs/guarantee.md} states and not by the gate, which is
 * what the audit tests: too late or too early, undeclared keys, and bounds, first come, first kept. Accounts are left out: where
 * one refuses a record, the records up to it are worth the whole share already. What they move is another question, which {@link #fitting} is for.
 */
final class CountedRecords {

    private final Plan plan;
    private final Query query;
    private final ToIntFunction<Step> cell;
    private final Window window;
    private final long lastEnd;
    private final Map<Cell, Integer> records = new LinkedHashMap<>();
    private final Map<Long, Set<Integer>> keysOfSpan = new HashMap<>();
    private final Map<Cell, Long> lastStep = new HashMap<>();

    /**
     * The cell of a record as bounds see it: a window of its own, or the whole series of a key.
     *
     * @param key the number of the base cell
     * @param end the end of the span, epoch milliseconds
     */
    record Cell(int key, long end) {}

    /**
     * What decides which records count.
     *
     * @param plan the plan
     * @param query one of its queries
     * @param schedule which windows are released
     * @param cell the base cell of a record of a declared key, as {@link BaseCells} numbers it
     */
    record Rules(Plan plan, Query query, Schedule schedule, ToIntFunction<Step> cell) {}

    private CountedRecords(Rules rules) {
        this.plan = rules.plan();
        this.query = rules.query();
        this.cell = rules.cell();
        this.window = query.window();
        this.lastEnd = rules.schedule().lastEnd(window);
    }

    /**
     * How many records of each cell a query counts.
     *
     * @param rules what decides
     * @param canary the records of the canary unit, in their order
     */
    static Map<Cell, Integer> of(Rules rules, List<Step> canary) {
        CountedRecords counted = new CountedRecords(rules);
        canary.forEach(counted::take);
        return counted.records;
    }

    /**
     * Records that an account surely affords, however it charges several of one cell: those that are counted, until one is the second of its cell.
     *
     * @param rules what decides
     * @param canary the records of the canary unit, in their order
     * @param affords how many records in cells of their own the account affords
     */
    static List<Step> fitting(Rules rules, List<Step> canary, long affords) {
        CountedRecords counted = new CountedRecords(rules);
        List<Step> fitting = new ArrayList<>();
        for (Step step : canary) {
            if (counted.take(step)) {
                if (counted.records.size() == fitting.size() || fitting.size() == affords) {
                    return fitting;
                }
                fitting.add(step);
            }
        }
        return fitting;
    }

    /** Counts a record, if it is one that counts. */
    private boolean take(Step step) {
        long end = window.cellEnd(step.time());
        boolean isFuture = step.time() > plan.timing().latest(step.stamp());
        boolean isLate = end <= plan.timing().closed(step.stamp()) || end > lastEnd;
        int number = step.key() == Step.UNDECLARED ? BaseCells.NONE : cell.applyAsInt(step);
        if (number == BaseCells.NONE || isFuture || isLate) {
            return false;
        }
        Cell counted = new Cell(number, window.spanEnd(end));
        boolean isCounted = isWithin(query.bounds().perCell(), counted) && isFarEnough(counted, end);
        if (isCounted) {
            records.merge(counted, 1, Integer::sum);
            keysOfSpan.computeIfAbsent(counted.end(), unseen -> new HashSet<>()).add(counted.key());
            lastStep.put(counted, window.numberInSpan(end));
        }
        return isCounted;
    }

    private boolean isWithin(Bounds bounds, Cell of) {
        Set<Integer> keys = keysOfSpan.getOrDefault(of.end(), Set.of());
        boolean isNewWindow = keys.isEmpty();
        boolean isNewCell = !keys.contains(of.key());
        boolean mayOpen = !isNewCell
                || (keys.size() < bounds.keysPerWindow()
                        && records.size() < bounds.cellsPerPeriod()
                        && (!isNewWindow || keysOfSpan.size() < bounds.windowsPerPeriod()));
        return mayOpen && records.getOrDefault(of, 0) < bounds.recordsPerCell();
    }

    private boolean isFarEnough(Cell of, long end) {
        Long last = lastStep.get(of);
        return last == null
                || window.numberInSpan(end) - last >= query.bounds().series().separation();
    }
}
