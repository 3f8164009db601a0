package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.quantile.CountTree;
import java.util.List;
import java.util.Set;

/** How accurate the count of the first leaves of a tree is, and a rank. */
final class TreeErrorCalculation extends Calculation {

    TreeErrorCalculation() {
        super(
                "tree-error",
                "The error of a count of the first leaves of a tree, and of a rank there.",
                TreeCalculation.shape(
                        BlockNoise.law(),
                        Option.of("price", "of a record, in the currency of the noise"),
                        Option.of("first_leaves", "how many leaves are counted, at least 1"),
                        Option.of(
                                "q",
                                "the quantile whose rank is taken off, above 0 and at most 1: a decimal or a fraction")));
    }

    @Override
    String example() {
        return "--law laplace --price 1 --k 16 --levels 2 --roots 16 --first-leaves 100 --q 0.5";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("node_std", "std_of_prefix_count", "std_of_rank");
    }

    @Override
    Answer answer(Arguments arguments) {
        CountTree tree = TreeCalculation.given(arguments);
        Ratio price = BlockNoise.ratio("price", arguments);
        double stddev =
                TreeCalculation.node(BlockNoise.norm(arguments), tree, price).stddev();
        int leaves = arguments.small("first_leaves");
        if (leaves < 1 || leaves > tree.leaves()) {
            throw new InvalidOption("first_leaves", "must be between 1 and " + tree.leaves() + ", was " + leaves);
        }
        double q = BlockNoise.ratio("q", arguments).toDouble();
        if (q > 1) {
            throw new InvalidOption("q", "must be at most 1, was " + arguments.text("q"));
        }
        return new Answer()
                .with("node_std", stddev)
                .with("std_of_prefix_count", stddev * Math.sqrt(tree.variance(leaves, 0)))
                .with("std_of_rank", stddev * Math.sqrt(tree.variance(leaves, q)));
    }
}
