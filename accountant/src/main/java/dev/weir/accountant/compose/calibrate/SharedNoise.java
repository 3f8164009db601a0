package dev.weir.accountant.compose.calibrate;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.NoiseEvent;
import dev.weir.accountant.compose.PrivacyEvent;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.ArrayList;
import java.util.List;

/** The smallest noise for queries that share one target. */
public final class SharedNoise {

    private SharedNoise() {}

    /**
     * A query with its weight in the shared target.
     *
     * @param weight the query's part of the budget, relative to the other weights; above 0
     * @param sensitivity the sensitivity of one release, above 0: in l2 for Gaussian, in l1 for Laplace noise
     * @param count how often it is released, at least 1
     */
    public record Query(double weight, double sensitivity, long count) {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code weight}, {@code sensitivity} or {@code count} is out of range */
        public Query {
            Require.positive("weight", weight);
            Require.positive("sensitivity", sensitivity);
            Require.atLeast("count", count, 1);
        }
    }

    /**
     * Standard deviations of Gaussian noise, one for each query in their order, rounded up. The releases of a query
     * together spend its weight's part of {@code mu^2}, and all queries together spend the target exactly.
     *
     * @param target the target, with &delta; above 0
     * @param queries the queries, at least one
     */
    public static List<Double> gaussian(Target target, List<Query> queries) {
        double mu = GaussianCurve.mu(target.epsilon(), target.properDelta());
        double weights = queries.stream().mapToDouble(Query::weight).sum();
        return queries.stream()
                .map(query -> query.sensitivity / mu * Math.sqrt(query.count * weights / query.weight))
                .map(sigma -> Rounding.up(sigma, Margin.FORMULA))
                .toList();
    }

    /**
     * Scales of Laplace noise, one for each query in their order, rounded up. They are in proportion to sensitivity
     * times count over weight, as under pure differential privacy. All are multiplied by the smallest common factor, at
     * most 1, with which the whole is certified to reach the target.
     *
     * @param target the &epsilon;, and a &delta; that may be 0
     * @param queries the queries, at least one
     */
    public static List<Double> laplace(Target target, List<Query> queries) {
        List<Double> pure = pure(target, queries);
        double factor = target.delta() == 0 ? 1 : Noise.smallest(target, 1, f -> plan(queries, pure, f));
        List<Double> scales = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            scales.add(Rounding.up(pure.get(i) * factor * queries.get(i).sensitivity, Margin.ARITHMETIC));
        }
        return List.copyOf(scales);
    }

    /** Scales for sensitivity 1 that reach the &epsilon; of the target under pure differential privacy. */
    private static List<Double> pure(Target target, List<Query> queries) {
        double weights = queries.stream().mapToDouble(Query::weight).sum();
        return queries.stream()
                .map(query -> query.count * weights / (query.weight * target.epsilon()))
                .map(scale -> Rounding.up(scale, Margin.FORMULA))
                .toList();
    }

    private static PrivacyEvent plan(List<Query> queries, List<Double> pure, double factor) {
        List<PrivacyEvent> events = new ArrayList<>();
        for (int i = 0; i < queries.size(); i++) {
            events.add(new NoiseEvent.Laplace(pure.get(i) * factor).times(queries.get(i).count));
        }
        return new PrivacyEvent.Composition(events);
    }
}
