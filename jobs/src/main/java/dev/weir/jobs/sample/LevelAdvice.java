package dev.weir.jobs.sample;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reports how noisy each level of one query is on a sample, and how many records units have under its keys. The totals are those that the gate lets
 * through. No other terms are tried: what they change at one level they change at all others.
 */
final class LevelAdvice {

    private final PricedQuery priced;
    private final LevelNoise noise;
    private final LevelShape shape;
    private final QuerySample sample;
    private final Pipeline pipeline;
    private final Schedule schedule;
    private final List<String> lines = new ArrayList<>();

    /**
     * @param pipeline the pipeline
     * @param priced the query, whose keys have levels
     * @param sample the query's records in the sample
     * @param schedule the schedule of the windows that the sample covers
     */
    LevelAdvice(Pipeline pipeline, PricedQuery priced, QuerySample sample, Schedule schedule) {
        this.priced = priced;
        this.noise = priced.levelNoise().orElseThrow();
        this.shape = noise.shape();
        this.sample = sample;
        this.pipeline = pipeline;
        this.schedule = schedule;
    }

    /** Returns all lines about the query. */
    List<String> lines() {
        Query query = priced.query();
        line("query %s", query.name());
        if (sample.records().isEmpty()) {
            line(
                    "  no record of the sample has a declared key: %d others have, under %d keys",
                    sample.undeclaredRecords(), sample.undeclaredKeys());
            return List.copyOf(lines);
        }
        Map<GateTrial.Cell, long[]> totals =
                new GateTrial(pipeline, priced, schedule).run(sample.records()).totals();
        for (int aggregate = 0; aggregate < query.aggregates().size(); aggregate++) {
            Object step = priced.accuracies().get(aggregate).more().get("errors");
            String errors = step == null ? "" : ", errors " + step;
            line("  %s%s", query.aggregates().get(aggregate).names().get(0), errors);
            for (int level = 0; level < shape.levels(); level++) {
                writeLevel(aggregate, level, totals);
            }
        }
        line("  units");
        lines.addAll(QueryAdvice.usual(sample));
        line(
                "  keys             %d declared, %d of them in the sample; %d records have %d keys that are not declared",
                shape.cells(), sample.keysWithRecords(), sample.undeclaredRecords(), sample.undeclaredKeys());
        return List.copyOf(lines);
    }

    private void writeLevel(int aggregate, int level, Map<GateTrial.Cell, long[]> totals) {
        String rows = shape.nodes(level) == 1 ? "1 row" : shape.nodes(level) + " rows";
        String name = String.format(Locale.ROOT, "    %-15s", name(level));
        if (priced.query().window().sharesNoise() || !aggregate(aggregate).isNumber()) {
            line("%s%s, noise has a deviation of %.6g", name, rows, largest(aggregate, level));
            return;
        }
        if (!noise.isMeasured(level)) {
            line("%s%s, which are estimated from those of other levels", name, rows);
            return;
        }
        DoubleSummaryStatistics sizes = totals.entrySet().stream()
                .filter(total -> isOf(level, total.getKey().key()))
                .mapToDouble(total -> Math.abs(
                        (double) total.getValue()[priced.query().layout().coordinate(aggregate)]))
                .filter(size -> size > 0)
                .summaryStatistics();
        if (sizes.getCount() == 0) {
            line("%s%s, 0 all over the sample", name, rows);
            return;
        }
        double off = stddev(aggregate, level) / sizes.getAverage();
        line("%s%s, noise is %s of an ordinary one, %s", name, rows, Percent.of(off), QueryAdvice.verdict(off));
    }

    private Aggregate aggregate(int number) {
        return priced.query().aggregates().get(number);
    }

    /**
     * The largest deviation of a row of a level, in the unit of its value. In a series rows grow, so they are not compared with the noise of one step; nor
     * are the bins of a histogram, of which each is another number.
     */
    private double largest(int aggregate, int level) {
        AdditiveNoise law = priced.errorLaw(aggregate, priced.plannedSteps());
        Aggregate released = aggregate(aggregate);
        double step = released.stepValue(released.accuracy(law).get(0), law.stddev());
        return step
                * Arrays.stream(
                                noise.published(aggregate, priced.plannedSteps()),
                                shape.start(level),
                                shape.start(level + 1))
                        .max()
                        .orElseThrow();
    }

    private boolean isOf(int level, int node) {
        return node >= shape.start(level) && node < shape.start(level + 1);
    }

    /** The mean standard deviation of the published rows of a level, in grid steps. */
    private double stddev(int aggregate, int level) {
        double[] rows = noise.published(aggregate, priced.plannedSteps());
        return Arrays.stream(rows, shape.start(level), shape.start(level + 1))
                .average()
                .orElseThrow();
    }

    /** The attributes that a level keeps: those that the name of its first node has. */
    private String name(int level) {
        KeySpace keys = priced.query().keys();
        List<String> kept = new ArrayList<>();
        List<Optional<String>> values =
                keys.named(keys.name(shape.start(level))).components();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isPresent()) {
                kept.add(keys.attributes().get(i));
            }
        }
        return kept.isEmpty() ? "everything" : String.join(", ", kept);
    }

    private void line(String format, Object... words) {
        lines.add(String.format(Locale.ROOT, format, words));
    }
}
