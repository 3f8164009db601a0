package dev.weir.operators.query;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.account.LevelPrice;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.keys.KeySpace;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** States how exact the rows of each level are: what is drawn and what is published. All of it follows from configuration. */
final class LevelAccuracies {

    /** How many standard deviations a normal variable exceeds with probability 0.05. */
    private static final double NORMAL95 = 1.959964;

    /** How many standard deviations Laplace noise exceeds with probability 0.05: ln 20 / sqrt 2. Sums of such noise exceed fewer. */
    private static final double LAPLACE95 = 2.1183;

    private static final int DIGITS = 6;

    private LevelAccuracies() {}

    /** The accuracy of each value: of the rows of its last level, with facts about all levels. */
    static List<Accuracy> of(Query query, LevelPrice price) {
        List<Accuracy> accuracies = new ArrayList<>();
        for (int i = 0; i < price.plans().size(); i++) {
            LevelPlan plan = price.plans().get(i);
            int finest = finest(plan);
            Accuracy drawn =
                    query.aggregates().get(i).accuracy(plan.noise(finest)).get(0);
            double step = drawn.stddev() / plan.noise(finest).stddev();
            double[] published =
                    LevelErrors.published(plan, query.aggregates().get(i).addsUpOverKeys());
            double stddev = step * most(published, plan.shape(), finest);
            accuracies.add(new Accuracy(
                    drawn.name(),
                    drawn.sensitivity(),
                    drawn.scale(),
                    stddev,
                    (plan.norm() == Norm.L1 ? LAPLACE95 : NORMAL95) * stddev,
                    levels(query.keys(), plan, published, step)));
        }
        return accuracies;
    }

    /** The measured level with the most nodes. */
    private static int finest(LevelPlan plan) {
        int finest = -1;
        for (int level = 0; level < plan.shape().levels(); level++) {
            boolean isFiner =
                    finest < 0 || plan.shape().nodes(level) > plan.shape().nodes(finest);
            finest = plan.isMeasured(level) && isFiner ? level : finest;
        }
        return finest;
    }

    private static double most(double[] ofNodes, LevelShape shape, int level) {
        return Arrays.stream(ofNodes, shape.start(level), shape.start(level + 1))
                .max()
                .orElseThrow();
    }

    private static Map<String, Object> levels(KeySpace keys, LevelPlan plan, double[] published, double step) {
        LevelShape shape = plan.shape();
        double[] drawn = LevelErrors.drawn(plan);
        Map<String, Object> levels = new LinkedHashMap<>();
        for (int level = 0; level < shape.levels(); level++) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("rows", shape.nodes(level));
            facts.put(
                    "share", plan.isMeasured(level) ? rounded(share(plan, level).toDouble()) : 0.0);
            if (plan.isMeasured(level)) {
                facts.put("drawn", rounded(step * Math.sqrt(drawn[level])));
            }
            double least = Arrays.stream(published, shape.start(level), shape.start(level + 1))
                    .min()
                    .orElseThrow();
            double most = most(published, shape, level);
            facts.put("stddev", rounded(step * most));
            if (least < most) {
                facts.put("least", rounded(step * least));
            }
            levels.put(name(keys, shape.start(level)), facts);
        }
        return levels;
    }

    private static double rounded(double number) {
        return new BigDecimal(number).round(new MathContext(DIGITS)).doubleValue();
    }

    /** The part of the aggregate's share that a level gets. */
    private static Ratio share(LevelPlan plan, int level) {
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
