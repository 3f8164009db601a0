package dev.weir.calculator.levels;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.solve.NoisyNodes;
import dev.weir.accountant.levels.solve.NonNegativeRounding;
import dev.weir.accountant.levels.solve.SetRounding;
import dev.weir.accountant.levels.solve.SetSolver;
import dev.weir.accountant.levels.solve.SetVariances;
import dev.weir.accountant.levels.solve.TreeRounding;
import dev.weir.accountant.levels.solve.TreeSolver;
import dev.weir.accountant.levels.solve.TreeVariances;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.Arrays;
import java.util.List;

/** The calculation {@code levels-solve}: estimates and published values of all levels from noisy integers. */
public final class LevelsSolveCalculation {

    private static final Option<double[]> VARIANCES = Option.of(
                    "noise_variances",
                    new Kind<>("numbers separated by blanks, - where a level is not measured", ShapeOptions::byLevel),
                    "variance of the noise of each level, - where it is not measured")
            .held("noise variances");
    private static final Option<String> NOISY = Option.of(
            "noisy",
            Kind.TEXT,
            "whole numbers: blanks between nodes, | between levels, - where a level is not measured");
    private static final Option<Long> TURN =
            Option.whole("turn", "the number of the window, by which ties turn").or(0L);

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("levels-solve", "Estimates of all levels from noisy integers, and values that add up.")
                    .with(ShapeOptions.TREE, ShapeOptions.CUBE, ShapeOptions.SETS_OF_CUBE, VARIANCES, NOISY, TURN)
                    .answering("estimates", "std", "values", "non_negative")
                    .example("--tree \"3 2\" --noise-variances \"9 4 2.25\" --noisy \"14|8 4 5|5 2 1 2 4 2\" --turn 5"),
            LevelsSolveCalculation::answer);

    private LevelsSolveCalculation() {}

    private static Answer answer(Arguments arguments) {
        LevelShape shape = ShapeOptions.shape(arguments);
        double[] variances = arguments.get(VARIANCES);
        long turn = arguments.get(TURN);
        double[] deviations = Arrays.stream(LevelErrors.estimates(shape, variances))
                .map(Math::sqrt)
                .toArray();
        NoisyNodes noisy = noisy(shape, variances, arguments.get(NOISY));
        String std = LevelText.deviations(shape, deviations);
        return shape instanceof LevelTree tree
                ? tree(new TreeSolver(new TreeVariances(tree, variances)), tree, noisy, turn)
                        .with("std", std)
                : sets(new SetVariances((SetFamily) shape, variances), (SetFamily) shape, noisy)
                        .with("std", std);
    }

    private static NoisyNodes noisy(LevelShape shape, double[] variances, String text) {
        boolean[] measured = new boolean[variances.length];
        for (int level = 0; level < measured.length; level++) {
            measured[level] = !Double.isNaN(variances[level]);
        }
        List<List<String>> levels = ShapeOptions.levels(text);
        if (levels.size() != shape.levels()) {
            throw NOISY.invalid("must have " + shape.levels() + " levels with | between them, had " + levels.size());
        }
        NoisyNodes noisy = new NoisyNodes(shape, measured);
        for (int level = 0; level < measured.length; level++) {
            if (measured[level]) {
                fill(noisy, level, shape.nodes(level), levels.get(level));
            }
        }
        return noisy;
    }

    private static void fill(NoisyNodes noisy, int level, int nodes, List<String> numbers) {
        if (numbers.size() != nodes) {
            throw NOISY.invalid("must have " + nodes + " numbers of level " + level + ", had " + numbers.size());
        }
        for (int node = 0; node < nodes; node++) {
            try {
                noisy.put(level, node, Long.parseLong(numbers.get(node)));
            } catch (NumberFormatException e) {
                throw NOISY.invalid("must be whole numbers of measured levels, was " + numbers.get(node));
            }
        }
    }

    private static Answer tree(TreeSolver solver, LevelTree tree, NoisyNodes noisy, long turn) {
        solver.solve(noisy);
        long[] values = new long[tree.nodes()];
        new TreeRounding(tree).round(solver, turn, values);
        long[] positive = new long[tree.nodes()];
        new NonNegativeRounding(tree).round(solver, turn, positive);
        return new Answer()
                .with("estimates", LevelText.byNode(tree, solver::estimate))
                .with("values", LevelText.byNode(tree, node -> values[node]))
                .with("non_negative", LevelText.byNode(tree, node -> positive[node]));
    }

    private static Answer sets(SetVariances law, SetFamily family, NoisyNodes noisy) {
        SetSolver solver = new SetSolver(law);
        solver.solve(noisy);
        SetRounding rounding = new SetRounding(law);
        rounding.round(solver);
        Object[] estimates = new Object[family.nodes()];
        Object[] values = new Object[family.nodes()];
        for (int level = 0; level < family.levels(); level++) {
            for (int node = 0; node < family.nodes(level); node++) {
                estimates[family.start(level) + node] = solver.estimate(level, node);
                values[family.start(level) + node] = rounding.value(level, node).toPlainString();
            }
        }
        return new Answer()
                .with("estimates", LevelText.byNode(family, node -> estimates[node]))
                .with("values", LevelText.byNode(family, node -> values[node]));
    }
}
