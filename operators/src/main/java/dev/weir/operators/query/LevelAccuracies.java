package dev.weir.operators.query;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.keys.KeySpace;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** States how exact the rows of each level are: what is drawn and what is published. All of it follows from configuration. */
final class LevelAccuracies {

    /** How many standard deviations a normal variable exceeds with probability 0.05. */
    private static final double NORMAL95 = 1.959964;

    /** How many standard deviations Laplace noise exceeds with probability 0.05: ln 20 / sqrt 2. Sums of such noise exceed fewer. */
    private static final double LAPLACE95 = 2.1183;

    private static final int DIGITS = 6;

    private LevelAccuracies() {}

    /** What differs between the kinds of windows. */
    interface Draws {

        /** What the accuracy of each value states before the facts about levels. */
        default Map<String, Object> more() {
            return Map.of();
        }

        /** The norm of the noise. */
        Norm norm();

        /** The noise of an aggregate at the nodes of a measured level. */
        AdditiveNoise law(int aggregate, int level);

        /** The part of an aggregate's share that a level gets. */
        double share(int aggregate, int level);
    }

    /**
     * The accuracy of each value: of the rows of its finest measured level, with facts about all levels.
     *
     * @param step the step whose errors are stated
     */
    static List<Accuracy> of(Query query, LevelNoise noise, Draws draws, long step) {
        List<Accuracy> accuracies = new ArrayList<>();
        int finest = finest(noise);
        for (int i = 0; i < query.aggregates().size(); i++) {
            Aggregate aggregate = query.aggregates().get(i);
            AdditiveNoise law = draws.law(i, finest);
            Accuracy drawn = aggregate.accuracy(law).get(0);
            double unit = drawn.stddev() / law.stddev();
            double stddev = unit * most(noise.published(i, step), noise.shape(), finest);
            Map<String, Object> more = new LinkedHashMap<>(draws.more());
            if (!aggregate.isNumber()) {
                more.put("coordinates", aggregate.coordinates());
            }
            more.putAll(levels(new Stated(query, noise, draws, step), i, unit));
            accuracies.add(new Accuracy(
                    drawn.name(),
                    drawn.sensitivity(),
                    drawn.scale(),
                    stddev,
                    (draws.norm() == Norm.L1 ? LAPLACE95 : NORMAL95) * stddev,
                    more));
        }
        return accuracies;
    }

    private record Stated(Query query, LevelNoise noise, Draws draws, long step) {}

    /** The measured level with the most nodes. */
    static int finest(LevelNoise noise) {
        int finest = -1;
        for (int level = 0; level < noise.shape().levels(); level++) {
            boolean isFiner =
                    finest < 0 || noise.shape().nodes(level) > noise.shape().nodes(finest);
            finest = noise.isMeasured(level) && isFiner ? level : finest;
        }
        return finest;
    }

    /** The largest standard deviation of a row, for each measured number of the query. */
    static double[] largest(Query query, LevelNoise noise, long step) {
        return IntStream.range(0, query.aggregates().size())
                .boxed()
                .flatMapToDouble(i -> {
                    double most = Arrays.stream(noise.published(i, step)).max().orElseThrow();
                    return DoubleStream.generate(() -> most)
                            .limit(query.aggregates().get(i).measured());
                })
                .toArray();
    }

    private static double most(double[] ofNodes, LevelShape shape, int level) {
        return Arrays.stream(ofNodes, shape.start(level), shape.start(level + 1))
                .max()
                .orElseThrow();
    }

    private static Map<String, Object> levels(Stated stated, int aggregate, double unit) {
        LevelNoise noise = stated.noise;
        LevelShape shape = noise.shape();
        double[] drawn = noise.drawn(aggregate, stated.step);
        double[] published = noise.published(aggregate, stated.step);
        Map<String, Object> levels = new LinkedHashMap<>();
        for (int level = 0; level < shape.levels(); level++) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("rows", shape.nodes(level));
            facts.put("share", noise.isMeasured(level) ? rounded(stated.draws.share(aggregate, level)) : 0.0);
            if (noise.isMeasured(level)) {
                facts.put("drawn", rounded(unit * Math.sqrt(drawn[level])));
            }
            double least = Arrays.stream(published, shape.start(level), shape.start(level + 1))
                    .min()
                    .orElseThrow();
            double most = most(published, shape, level);
            facts.put("stddev", rounded(unit * most));
            if (least < most) {
                facts.put("least", rounded(unit * least));
            }
            facts.putAll(derived(stated.query.aggregates().get(aggregate), StepLaw.of(stated.draws.norm(), most)));
            levels.put(name(stated.query.keys(), shape.start(level)), facts);
        }
        return levels;
    }

    /**
     * The accuracy of what is computed from the numbers of a block, such as the count beside a mean. Gaussian noise of levels is Gaussian together; a
     * mixture of Laplace draws has lighter tails than the single draw of the same deviation that stands for it.
     */
    private static Map<String, Object> derived(Aggregate aggregate, AdditiveNoise law) {
        Map<String, Object> derived =
                new LinkedHashMap<>(aggregate.accuracy(law).get(0).more());
        derived.keySet().removeAll(List.of("mechanism", "coordinates"));
        derived.replaceAll((name, value) -> rounded(value));
        return derived;
    }

    private static Object rounded(Object fact) {
        if (fact instanceof Map<?, ?> facts) {
            Map<String, Object> all = new LinkedHashMap<>();
            facts.forEach((name, value) -> all.put(String.valueOf(name), rounded(value)));
            return all;
        }
        return fact instanceof Double number ? (Object) rounded(number.doubleValue()) : fact;
    }

    private static double rounded(double number) {
        return new BigDecimal(number).round(new MathContext(DIGITS)).doubleValue();
    }

    /** The part of the aggregate's share that a level gets. */
    static Ratio share(LevelPlan plan, int level) {
        BigInteger all = BigInteger.ZERO;
        for (int i = 0; i < plan.weights().size(); i++) {
            all = all.add(plan.worst()
                    .get(i)
                    .multiply(BigInteger.valueOf(plan.weights().get(i))));
        }
        return new Ratio(
                plan.worst()
                        .get(level)
                        .multiply(BigInteger.valueOf(plan.weights().get(level))),
                all);
    }

    private static String name(KeySpace keys, int node) {
        String kept = String.join(
                ", ", keys.named(keys.name(node)).fields(keys.attributes()).keySet());
        return kept.isEmpty() ? "all" : "by " + kept;
    }
}
