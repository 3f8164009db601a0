package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.quantile.CountTree;
import dev.weir.operators.aggregate.quantile.LeafCounts;
import java.util.Arrays;
import java.util.function.DoubleToIntFunction;
import java.util.stream.Collectors;

/** The calculation {@code tree-solve}: the quantiles that a job computes from the noisy nodes of a tree. */
public final class TreeSolveCalculation {

    private static final Option<long[]> NODES = Option.of(
                    "noisy_nodes",
                    new Kind<>("whole numbers", text -> Kind.WHOLES.reader().apply(text.replace('|', ' '))),
                    "whole numbers, roots first: blanks between them, | between levels")
            .alias("noisy_nodes_by_level");
    private static final Option<double[]> QUANTILES = Option.of(
                    "quantiles", Kind.NUMBERS, "each from 0 to 1, separated by blanks")
            .alias("q");
    private static final Option<Double> HALF_WIDTH =
            Option.number("half_width", "of the intervals, in records").in(Range.FROM_0);

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "tree-solve",
                            "Estimates of leaves, counts that do not decrease, and quantiles of a tree of noisy counts.")
                    .with(
                            TreeCalculation.CHILDREN,
                            TreeCalculation.LEVELS,
                            TreeCalculation.ROOTS,
                            NODES,
                            QUANTILES,
                            HALF_WIDTH)
                    .answering(
                            "leaf_estimates",
                            "total",
                            "monotone_counts",
                            "leaf_index",
                            "interval_low_index",
                            "interval_high_index")
                    .example(
                            "--children 2 --levels 2 --roots 2 --noisy-nodes \"30 50|11 20 18 33\" --quantiles \"0.5 0.9\""
                                    + " --half-width 5"),
            TreeSolveCalculation::answer);

    private TreeSolveCalculation() {}

    private static Answer answer(Arguments arguments) {
        CountTree tree = TreeCalculation.given(arguments);
        LeafCounts counts = LeafCounts.of(tree, nodes(tree, arguments), 0);
        double[] ranks =
                Arrays.stream(quantiles(arguments)).map(q -> q * counts.total()).toArray();
        double width = arguments.get(HALF_WIDTH);
        Answer answer = new Answer()
                .with("leaf_estimates", list(counts.leaves()))
                .with("total", counts.total())
                .with("monotone_counts", list(counts.cumulative()));
        return counts.isKnown()
                ? answer.with("leaf_index", leaves(ranks, counts::leafOf))
                        .with("interval_low_index", leaves(ranks, rank -> counts.leafOf(rank - width)))
                        .with("interval_high_index", leaves(ranks, rank -> counts.leafOf(rank + width)))
                : answer;
    }

    private static String leaves(double[] ranks, DoubleToIntFunction leaf) {
        return Arrays.stream(ranks)
                .mapToObj(rank -> Integer.toString(leaf.applyAsInt(rank)))
                .collect(Collectors.joining(" "));
    }

    /** The values as text, separated by blanks. Negative zero is written as 0. */
    private static String list(double[] values) {
        return Arrays.stream(values)
                .mapToObj(value -> Double.toString(Estimate.printed(value) + 0.0))
                .collect(Collectors.joining(" "));
    }

    private static long[] nodes(CountTree tree, Arguments arguments) {
        long[] nodes = arguments.get(NODES);
        if (nodes.length != tree.nodes()) {
            throw NODES.invalid("must be " + tree.nodes() + " whole numbers");
        }
        return nodes;
    }

    private static double[] quantiles(Arguments arguments) {
        double[] quantiles = arguments.get(QUANTILES);
        if (!Arrays.stream(quantiles).allMatch(q -> q >= 0 && q <= 1)) {
            String given = Arrays.stream(quantiles).mapToObj(Double::toString).collect(Collectors.joining(" "));
            throw QUANTILES.invalid("must be from 0 to 1 each, was " + given);
        }
        return quantiles;
    }
}
