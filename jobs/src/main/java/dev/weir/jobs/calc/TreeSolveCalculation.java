package dev.weir.jobs.calc;

import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.quantile.CountTree;
import dev.weir.operators.aggregate.quantile.LeafCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleToIntFunction;
import java.util.stream.Collectors;

/** The quantiles that a job computes from the noisy nodes of a tree. */
final class TreeSolveCalculation extends Calculation {

    TreeSolveCalculation() {
        super(
                "tree-solve",
                "Estimates of leaves, counts that do not decrease, and quantiles of a tree of noisy counts.",
                TreeCalculation.shape(
                        Option.of(
                                "noisy_nodes_by_level",
                                "whole numbers, roots first: blanks between them, | between levels"),
                        Option.of("q", "the quantiles, each from 0 to 1, separated by blanks"),
                        Option.of("half_width", "of the intervals, in records, at least 0")));
    }

    @Override
    String example() {
        return "--k 2 --levels 2 --roots 2 --noisy-nodes-by-level \"30 50|11 20 18 33\" --q \"0.5 0.9\" --half-width 5";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "leaf_estimates",
                "total",
                "monotone_counts",
                "leaf_index",
                "interval_low_index",
                "interval_high_index");
    }

    @Override
    Answer answer(Arguments arguments) {
        CountTree tree = TreeCalculation.given(arguments);
        LeafCounts counts = LeafCounts.of(tree, nodes(tree, arguments), 0);
        double[] ranks = Arrays.stream(quantiles(arguments.text("q")))
                .map(q -> q * counts.total())
                .toArray();
        double width = arguments.notNegative("half_width");
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

    /** The values, separated by blanks, without a sign before 0. */
    private static String list(double[] values) {
        return Arrays.stream(values)
                .mapToObj(value -> Double.toString(Estimate.printed(value) + 0.0))
                .collect(Collectors.joining(" "));
    }

    private static long[] nodes(CountTree tree, Arguments arguments) {
        String text = arguments.text("noisy_nodes_by_level").replace('|', ' ');
        long[] nodes;
        try {
            nodes = Arrays.stream(text.strip().split("\\s+"))
                    .mapToLong(Long::parseLong)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new InvalidOption("noisy_nodes_by_level", "must be whole numbers, was " + text);
        }
        if (nodes.length != tree.nodes()) {
            throw new InvalidOption("noisy_nodes_by_level", "must be " + tree.nodes() + " whole numbers");
        }
        return nodes;
    }

    private static double[] quantiles(String text) {
        double[] quantiles;
        try {
            quantiles = Arrays.stream(text.split("\\s+"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (NumberFormatException e) {
            throw new InvalidOption("q", "must be numbers separated by blanks, was " + text);
        }
        if (!Arrays.stream(quantiles).allMatch(q -> q >= 0 && q <= 1)) {
            throw new InvalidOption("q", "must be from 0 to 1 each, was " + text);
        }
        return quantiles;
    }
}
