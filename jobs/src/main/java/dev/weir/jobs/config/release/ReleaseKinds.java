package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.moment.SumRatio;
import dev.weir.operators.aggregate.vector.LengthBound;
import dev.weir.operators.aggregate.vector.LengthBound.Length;
import dev.weir.operators.aggregate.vector.VectorSum;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** What can be released: the word that an entry begins with, and how the rest is read. */
final class ReleaseKinds {

    static final SortedMap<String, Function<ReleaseEntry, Optional<Released>>> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("count", ReleaseKinds::count),
            Map.entry("distinct-units", ReleaseKinds::distinctUnits),
            Map.entry("sum", ClampKinds::sum),
            Map.entry("mean", ClampKinds::mean),
            Map.entry("variance", ClampKinds::variance),
            Map.entry("ratio", ReleaseKinds::ratio),
            Map.entry("histogram", ReleaseKinds::histogram),
            Map.entry("quantiles", QuantileKinds::quantiles),
            Map.entry("median", QuantileKinds::median),
            Map.entry("max", QuantileKinds::max),
            Map.entry("min", QuantileKinds::min),
            Map.entry("vector", ReleaseKinds::vector),
            Map.entry("second-moments", RegressionKinds::secondMoments),
            Map.entry("regression", RegressionKinds::regression),
            Map.entry("top", CandidateKinds::top),
            Map.entry("choose", CandidateKinds::choose)));

    private ReleaseKinds() {}

    private static Optional<Released> count(ReleaseEntry entry) {
        String name = entry.ownName("count", entry.section().required("count", Literals::name, "count"));
        BigDecimal weight = entry.weight();
        Scalar.PostProcessing processing = entry.postProcessing();
        return entry.released(List.of(), () -> new Count(name, weight, processing));
    }

    private static Optional<Released> distinctUnits(ReleaseEntry entry) {
        String given = entry.section().required("distinct-units", Literals::name, "distinct-units");
        String name = entry.ownName("distinct-units", given);
        BigDecimal weight = entry.weight();
        Scalar.PostProcessing processing = entry.postProcessing();
        return entry.released(List.of(), () -> new DistinctUnits(name, weight, processing));
    }

    private static Optional<Released> ratio(ReleaseEntry entry) {
        String numerator = entry.section().required("ratio", Literals::text, "ratio");
        String denominator = entry.section().required("to", Literals::text, "to");
        String name = entry.name("ratio", numerator);
        BigDecimal weight = entry.weight();
        GriddedBounds bounds = new GriddedBounds(entry.section(), "grid", "clamp");
        GriddedBounds toBounds = new GriddedBounds(entry.section(), "to-grid", "to-clamp");
        Optional<Sum.Range> clamp = fromZero(entry, "clamp", entry.given("clamp", bounds.steps("clamp")));
        Optional<Sum.Range> toClamp = fromZero(entry, "to-clamp", entry.given("to-clamp", toBounds.steps("to-clamp")));
        return entry.released(
                List.of(numerator, denominator),
                () -> new SumRatio(
                        name,
                        weight,
                        new SumRatio.Term(bounds.grid(), clamp.orElseThrow().high()),
                        new SumRatio.Term(toBounds.grid(), toClamp.orElseThrow().high())));
    }

    private static Optional<Sum.Range> fromZero(ReleaseEntry entry, String field, Optional<Sum.Range> range) {
        if (range.isPresent() && range.get().low() != 0) {
            entry.section().problem(field, "must be [0, high]: the sums of a ratio must not be negative");
        }
        return range;
    }

    private static Optional<Released> histogram(ReleaseEntry entry) {
        String field = entry.section().required("histogram", Literals::text, "histogram");
        String name = entry.name("histogram", field);
        BigDecimal weight = entry.weight();
        if (entry.section().has("values") == entry.section().has("edges")) {
            entry.section().problem("edges", "exactly one of edges and values must be given");
            return Optional.empty();
        }
        if (entry.section().has("values")) {
            return CandidateKinds.histogram(entry, field, name);
        }
        List<BigDecimal> edges = entry.section().list("edges", Literals::decimal);
        BigDecimal grid = entry.section().find("grid", Literals::positive).orElse(null);
        return entry.released(List.of(field), () -> new Histogram(name, weight, edges, grid));
    }

    private static Optional<Released> vector(ReleaseEntry entry) {
        List<String> fields = entry.section().list("vector", Literals::text);
        String name = entry.givenName("vector");
        BigDecimal weight = entry.weight();
        List<LengthBound> bounds = Stream.of(
                        bound(entry.section().find("l2", Literals::positive), Length.L2),
                        bound(entry.section().find("l1", Literals::positive), Length.L1),
                        bound(entry.section().find("linf", Literals::positive), Length.LINF))
                .flatMap(Optional::stream)
                .toList();
        if (bounds.size() != 1) {
            entry.section().problem("vector", "exactly one of l2, l1 and linf must be given");
        }
        Optional<BigDecimal> grid = entry.section().find("grid", Literals::positive);
        return entry.released(fields, () -> {
            LengthBound bound = bounds.get(0);
            grid.ifPresent(bound::requireWhole);
            int dimension = fields.size();
            BigDecimal step = grid.orElseGet(() -> VectorSum.usualGrid(bound.most(), Math.max(1, dimension)));
            return new VectorSum(name, weight, step, dimension, bound);
        });
    }

    private static Optional<LengthBound> bound(Optional<BigDecimal> most, Length length) {
        return most.map(bound -> new LengthBound(length, bound));
    }
}
