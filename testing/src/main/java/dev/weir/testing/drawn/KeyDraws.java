package dev.weir.testing.drawn;

import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Draws all steps of one key of a query, as the release does, by the mechanisms that the query is priced for. Used by one thread.
 */
final class KeyDraws {

    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final StepDraws draws;
    private final Estimator estimator;
    private final List<Step> steps = new ArrayList<>();
    private final boolean isChained;
    private final Randomness randomness;

    /** A released step: how many steps without records are taken before it, and whether a series begins there. */
    private record Step(long end, long number, long skipped, boolean begins) {}

    /** Takes what is released of a key at a step. */
    @FunctionalInterface
    interface Rows {

        /**
         * Takes a row.
         *
         * @param end the end of the step, epoch milliseconds
         * @param values what is released
         */
        void take(long end, List<Estimate> values);
    }

    /**
     * Draws of a query.
     *
     * @param priced the query, without levels, whose steps are released as they are drawn
     * @param schedule which windows are released
     * @param randomness the random bits of simulated noise, of which nothing is released
     */
    KeyDraws(PricedQuery priced, Schedule schedule, Randomness randomness) {
        this.aggregates = priced.query().aggregates();
        this.layout = priced.query().layout();
        this.draws = priced.draws();
        this.estimator = new Estimator(priced);
        this.randomness = randomness;
        this.isChained =
                priced.query().window().sharesNoise() || aggregates.stream().anyMatch(Aggregate::remembersFirst);
        addSteps(priced.query().window(), schedule);
    }

    private void addSteps(Window window, Schedule schedule) {
        long taken = 0;
        long span = Long.MIN_VALUE;
        for (long end = window.cellEnd(schedule.from()); end <= schedule.until(); end = window.cellEnd(end)) {
            boolean begins = window.spanEnd(end) != span;
            taken = begins ? 0 : taken;
            span = window.spanEnd(end);
            long number = window.step(end, taken);
            steps.add(new Step(end, number, number - taken - 1, begins));
            taken = number;
        }
    }

    /** Whether what is drawn at a step depends on what was drawn at the steps before. */
    boolean isChained() {
        return isChained;
    }

    /**
     * Draws once.
     *
     * @param totals the exact totals of the key's cells, by their ends; cells without totals have none
     * @param from the end of the first cell that is wanted, epoch milliseconds
     * @param rows takes the rows of wanted steps
     */
    void draw(Map<Long, long[]> totals, long from, Rows rows) {
        long[] nothing = new long[layout.coordinates()];
        long[] words = new long[draws.words()];
        long[] last = new long[layout.measured()];
        for (Step step : steps) {
            if (step.begins()) {
                Arrays.fill(words, 0);
            }
            for (long skipped = 0; isChained && skipped < step.skipped(); skipped++) {
                draws.draw(words, 0, nothing, 0, new long[last.length], 0, randomness);
            }
            if (isChained || (step.end() >= from && totals.containsKey(step.end()))) {
                last = drawn(words, totals.getOrDefault(step.end(), nothing), last);
                if (step.end() >= from) {
                    rows.take(step.end(), estimator.noisy(last, step.number()));
                }
            }
        }
    }

    private long[] drawn(long[] words, long[] totals, long[] last) {
        long[] measured = new long[last.length];
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i).remembersFirst()) {
                measured[layout.measuredAt(i)] = last[layout.measuredAt(i)];
            }
        }
        draws.draw(words, 0, totals, 0, measured, 0, randomness);
        return measured;
    }
}
