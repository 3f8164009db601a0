package dev.weir.jobs.sample;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.explain.NoiseLevel;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Reports the error of each value of one query on a sample, and terms that would suit the query better. All errors are measured
 * in the same way, by {@link QueryMeasure}. There is one line for each term.
 */
final class QueryAdvice {

    /** A sample shorter than this part of a unit's period shows too few records of each unit. */
    private static final double NEARLY = 0.9;

    private final PricedQuery priced;
    private final QuerySample sample;
    private final boolean hasOwners;
    private final boolean isShort;
    private final QueryMeasure measure;
    private final Terms terms;
    private final List<String> lines = new ArrayList<>();

    /**
     * @param pipeline the pipeline
     * @param priced the query
     * @param sample the query's records in the sample
     * @param schedule the schedule of the windows that the sample covers
     */
    QueryAdvice(Pipeline pipeline, PricedQuery priced, QuerySample sample, Schedule schedule) {
        this.priced = priced;
        this.sample = sample;
        this.hasOwners = !pipeline.plan().unit().isEvent();
        this.isShort = isShort(pipeline.plan().unit(), schedule);
        this.measure = new QueryMeasure(pipeline, priced, schedule, sample.records());
        this.terms = new Terms(priced.query(), sample);
    }

    private static boolean isShort(PrivacyUnit unit, Schedule schedule) {
        long end = unit.periodEnd(unit.period(schedule.from()));
        long length = end - unit.periodEnd(unit.period(schedule.from()) - 1);
        return unit.isPeriodic() && schedule.until() <= end && schedule.until() - schedule.from() < NEARLY * length;
    }

    /** The average error of the values with the query's configured terms, relative to the size of the values. */
    double off() {
        return measure.off();
    }

    /** Returns the terms for the clamps of each aggregate. */
    private List<List<Term>> clamps() {
        return IntStream.range(0, priced.query().aggregates().size())
                .mapToObj(terms::clamps)
                .toList();
    }

    /** Returns all lines about the query. */
    List<String> lines() {
        lines.clear();
        line("query %s", priced.query().name());
        if (measure.isEmpty()) {
            line(
                    "  no record of the sample has a declared key: %d others have, under %d keys",
                    sample.undeclaredRecords(), sample.undeclaredKeys());
            return List.copyOf(lines);
        }
        write();
        return List.copyOf(lines);
    }

    private void write() {
        List<Term> ofUnits = new ArrayList<>();
        if (hasOwners) {
            ofUnits.add(terms.contributions());
            ofUnits.addAll(terms.bounds());
        }
        List<List<Term>> clamps = clamps();
        List<Term> all = new ArrayList<>(ofUnits);
        clamps.forEach(all::addAll);
        BetterTerms better = new BetterTerms(measure, priced, all);
        List<List<SampledError>> releases = measure.errorsOfReleases();
        values(clamps, better);
        units(ofUnits, better);
        keys(releases);
        if (better.all().size() > 1) {
            line(
                    "  together         with all that would suit better, values are off by %s on average, not by %s",
                    Percent.of(better.least()), Percent.of(better.off()));
        }
    }

    private void values(List<List<Term>> clamps, BetterTerms better) {
        List<SampledError> errors = measure.errors();
        int value = 0;
        for (int i = 0; i < clamps.size(); i++) {
            for (String name : priced.query().aggregates().get(i).names()) {
                line("  %-16s %s", name, sentence(errors.get(value++)));
            }
            for (Term clamp : clamps.get(i)) {
                line("                   %s: %s", clamp.name(), words(clamp, better));
            }
        }
    }

    /** Describes the error of a value, and how much of it is loss and how much is noise. */
    private static String sentence(SampledError error) {
        if (!(error.size() > 0)) {
            return "it is 0 all over the sample, so that nothing can be compared with it";
        }
        return Percent.of(error.lost()) + " is left out, noise is " + Percent.of(error.noisy()) + ": off by "
                + Percent.of(error.off()) + " of an ordinary release, " + verdict(error.off());
    }

    static String verdict(double off) {
        return switch (NoiseLevel.of(off)) {
            case NEGLIGIBLE -> "which hardly shows";
            case CLEAR -> "and it stands out";
            case BLURRED -> "so that it is blurred";
            case DROWNED -> "so that it drowns";
        };
    }

    private static String words(Term term, BetterTerms better) {
        Optional<Recommendation> found = better.of(term);
        return found.map(recommendation -> recommendation.change().words() + " would suit better than " + term.now()
                        + ": values are off by " + Percent.of(recommendation.off()) + " on average, not by "
                        + Percent.of(better.off()))
                .orElse(term.now() + " suits");
    }

    private void units(List<Term> ofUnits, BetterTerms better) {
        ofUnits.forEach(term -> line("  %-16s %s", term.name(), words(term, better)));
        if (hasOwners && isShort) {
            line(
                    "                   the sample is shorter than a period of a unit: in a whole one contributions are more");
        }
        if (hasOwners) {
            lines.addAll(usual(sample));
        }
    }

    /** How many records and keys units have. */
    static List<String> usual(QuerySample sample) {
        return List.of(
                usual("records of a unit in its period", sample.perAccount()),
                usual("keys of a unit in one window", sample.keysPerWindowUsed()),
                usual("records of a unit in one window of one key", sample.recordsPerCellUsed()));
    }

    private static String usual(String what, EmpiricalDistribution counts) {
        return String.format(
                Locale.ROOT,
                "                   %s: %s in half of all cases, up to %s in 95 %%, up to %s in 99 %%",
                what,
                whole(counts.quantile(0.5)),
                whole(counts.quantile(0.95)),
                whole(counts.quantile(0.99)));
    }

    private static String whole(double number) {
        return String.valueOf(Math.round(number));
    }

    private void keys(List<List<SampledError>> releases) {
        int declared = priced.query().keys().known().size();
        line(
                "  keys             %d declared, %d of them in the sample; %d records have %d keys that are not declared",
                declared, sample.keysWithRecords(), sample.undeclaredRecords(), sample.undeclaredKeys());
        long clear = keysAbove(releases);
        String first = priced.query().aggregates().get(0).names().get(0);
        line(
                "                   of %d keys an ordinary %s is more than twice its noise, of %d it is not%s",
                clear,
                first,
                declared - clear,
                2 * clear < declared ? ": longer windows, or keys that are joined, would help" : "");
    }

    /**
     * Counts the keys for which, in the median release, the noise of the first value is less than half of an ordinary release
     * of it.
     */
    private long keysAbove(List<List<SampledError>> releases) {
        Map<Integer, List<Double>> byKey = new HashMap<>();
        List<Integer> keys = measure.keys();
        for (int i = 0; i < releases.size(); i++) {
            byKey.computeIfAbsent(keys.get(i), key -> new ArrayList<>())
                    .add(releases.get(i).get(0).noisy());
        }
        return byKey.values().stream()
                .map(noise -> EmpiricalDistribution.of(noise.stream().flatMapToDouble(DoubleStream::of)))
                .filter(noise -> NoiseLevel.of(noise.quantile(0.5)).compareTo(NoiseLevel.CLEAR) <= 0)
                .count();
    }

    private void line(String format, Object... words) {
        lines.add(String.format(Locale.ROOT, format, words));
    }
}
