package dev.weir.testing.scenario;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * What the released steps of levels in running totals or sliding windows show of a unit. At a step, node i of a measured level has noise of its own with the
 * deviation s<sub>i</sub>, and is moved by m<sub>i</sub>. The numbers of all nodes together show the sum of m<sub>i</sub>&sup2; / (2 s<sub>i</sub>&sup2;)
 * of a Gaussian budget. Estimates show as much as the drawn numbers, of which they are the best linear unbiased estimates: under Gaussian noise
 * these are sufficient. Of a pure budget the sum of sqrt(2) m<sub>i</sub> / s<sub>i</sub> is shown. The step that shows most is taken, in each series; more
 * may be shown by several steps together.
 *
 * @param priced the query
 * @param noise the noise of its nodes
 * @param schedule which windows are released
 */
record ShownLevels(PricedQuery priced, LevelNoise noise, Schedule schedule) {

    /**
     * What is shown.
     *
     * @param loss in the currency of the budget, at least 0
     * @param numbers how many noisy numbers show it
     */
    record Shown(double loss, int numbers) {

        static final Shown NOTHING = new Shown(0, 0);

        Shown plus(Shown other) {
            return new Shown(loss + other.loss, numbers + other.numbers);
        }

        Shown times(int count) {
            return new Shown(count * loss, count * numbers);
        }
    }

    /**
     * What is shown of records that the account affords.
     *
     * @param before how many of them each base cell counts before a time
     */
    Shown of(LongFunction<Map<CountedRecords.Cell, Integer>> before) {
        Window window = priced.query().window();
        Map<Long, Shown> most = new HashMap<>();
        long step = 0;
        for (long end = window.cellEnd(schedule.from()); end <= schedule.until(); end = window.cellEnd(end)) {
            step = window.step(end, step);
            Shown shown = atStep(step, held(end, step, before));
            most.merge(window.spanEnd(end), shown, (one, other) -> one.loss() >= other.loss() ? one : other);
        }
        return most.values().stream().reduce(Shown.NOTHING, Shown::plus);
    }

    /** The records that a step holds: those of its series so far, and of a sliding window those behind its start. */
    private Map<CountedRecords.Cell, Integer> held(
            long end, long step, LongFunction<Map<CountedRecords.Cell, Integer>> before) {
        Window window = priced.query().window();
        Map<CountedRecords.Cell, Integer> held = new LinkedHashMap<>();
        before.apply(end).forEach((cell, records) -> {
            if (cell.end() == window.spanEnd(end)) {
                held.put(cell, records);
            }
        });
        if (!window.holdsSpan()) {
            before.apply(window.start(end, step)).forEach((cell, records) -> held.merge(cell, -records, Integer::sum));
        }
        held.values().removeIf(records -> records <= 0);
        return held;
    }

    private Shown atStep(long step, Map<CountedRecords.Cell, Integer> held) {
        LevelShape shape = noise.shape();
        Shown shown = Shown.NOTHING;
        for (int i = 0; i < priced.query().aggregates().size() && !held.isEmpty(); i++) {
            double[] stddevs = stddevs(i, step);
            Aggregate aggregate = priced.query().aggregates().get(i);
            double size = aggregate.fullSize(priced.price().norm()).doubleValue();
            shown = IntStream.range(0, shape.levels())
                    .filter(noise::isMeasured)
                    .boxed()
                    .flatMap(level -> LevelPieces.moves(shape, level, aggregate, held).stream()
                            .map(move -> aggregate.addsUpOverKeys() ? move : Math.min(1, move))
                            .map(move -> ofNumber(move * size / stddevs[level])))
                    .reduce(shown, Shown::plus);
        }
        return shown;
    }

    private Shown ofNumber(double ratio) {
        return new Shown(priced.price().isGaussian() ? ratio * ratio / 2 : Math.sqrt(2) * ratio, 1);
    }

    /** The deviations of what a step releases, by level. All levels have one correlation, so windows have the same multiple of a total's deviation in all of them. */
    private double[] stddevs(int aggregate, long step) {
        double[] variances = noise.drawn(aggregate, step);
        int finest = IntStream.range(0, variances.length)
                .filter(noise::isMeasured)
                .boxed()
                .max(Comparator.comparingInt(level -> noise.shape().nodes(level)))
                .orElseThrow();
        double multiple = priced.errorLaw(aggregate, step).stddev() / Math.sqrt(variances[finest]);
        return IntStream.range(0, variances.length)
                .mapToDouble(level -> multiple * Math.sqrt(variances[level]))
                .toArray();
    }
}
