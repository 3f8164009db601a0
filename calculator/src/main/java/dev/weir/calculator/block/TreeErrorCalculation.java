package dev.weir.calculator.block;

import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.quantile.CountTree;

/**
 * The calculation {@code tree-error}: the error of the count of the first leaves of a tree, and the error of this count minus the rank of a
 * quantile.
 */
public final class TreeErrorCalculation {

    private static final Option<Integer> FIRST_LEAVES =
            Option.small("first_leaves", "how many leaves are counted, at least 1");
    private static final Option<Ratio> QUANTILE = Option.of(
                    "quantile",
                    Kind.RATIO,
                    "the quantile whose rank is taken off, above 0 and at most 1: a decimal or a fraction")
            .alias("q");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("tree-error", "The error of a count of the first leaves of a tree, and of a rank there.")
                    .with(
                            TreeCalculation.CHILDREN,
                            TreeCalculation.LEVELS,
                            TreeCalculation.ROOTS,
                            BlockNoise.LAW,
                            BlockNoise.PRICE,
                            FIRST_LEAVES,
                            QUANTILE)
                    .answering("node_std", "std_of_prefix_count", "std_of_rank")
                    .example(
                            "--law laplace --price 1 --children 16 --levels 2 --roots 16 --first-leaves 100 --quantile 0.5"),
            TreeErrorCalculation::answer);

    private TreeErrorCalculation() {}

    private static Answer answer(Arguments arguments) {
        CountTree tree = TreeCalculation.given(arguments);
        Ratio price = arguments.get(BlockNoise.PRICE);
        double stddev =
                TreeCalculation.node(BlockNoise.norm(arguments), tree, price).stddev();
        int leaves = arguments.get(FIRST_LEAVES, Range.between(1, tree.leaves()));
        double q = arguments.get(QUANTILE).toDouble();
        if (q > 1) {
            throw QUANTILE.invalid("must be at most 1, was " + arguments.get(QUANTILE));
        }
        return new Answer()
                .with("node_std", stddev)
                .with("std_of_prefix_count", stddev * Math.sqrt(tree.variance(leaves, 0)))
                .with("std_of_rank", stddev * Math.sqrt(tree.variance(leaves, q)));
    }
}
