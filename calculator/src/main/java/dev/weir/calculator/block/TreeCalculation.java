package dev.weir.calculator.block;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import dev.weir.operators.aggregate.quantile.CountTree;
import java.math.BigInteger;

/** The calculation {@code tree}: the tree of counts from which a job computes quantiles, and its errors. */
public final class TreeCalculation {

    static final Option<Integer> CHILDREN =
            Option.small("children", "k: how many a node has, at least 2").alias("k");
    static final Option<Integer> LEVELS = Option.small("levels", "how many levels are counted, at least 1");
    static final Option<Integer> ROOTS = Option.small("roots", "how many roots there are, at least 1");

    private static final Option<Integer> LEAVES =
            Option.small("leaves", "how many values may be released").in(Range.between(1, 65_536));

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "tree",
                            "The tree of counts with the smallest errors of ranks, and its errors at a price of 1.")
                    .with(BlockNoise.LAW, LEAVES)
                    .answering(
                            "k",
                            "levels",
                            "roots",
                            "padded_leaves",
                            "node_std_price_1",
                            "rank_error95_q50",
                            "rank_error95_q90",
                            "rank_error95_q99")
                    .example("--law laplace --leaves 1024"),
            TreeCalculation::answer);

    private TreeCalculation() {}

    private static Answer answer(Arguments arguments) {
        int leaves = arguments.get(LEAVES);
        Norm norm = BlockNoise.norm(arguments);
        CountTree tree = CountTree.of(norm, leaves);
        AdditiveNoise noise = node(norm, tree, Ratio.ONE);
        return new Answer()
                .with("k", tree.branching())
                .with("levels", tree.levels())
                .with("roots", tree.roots())
                .with("padded_leaves", tree.leaves())
                .with("node_std_price_1", noise.stddev())
                .with("rank_error95_q50", tree.rankError95(noise.stddev(), leaves, 0.5))
                .with("rank_error95_q90", tree.rankError95(noise.stddev(), leaves, 0.9))
                .with("rank_error95_q99", tree.rankError95(noise.stddev(), leaves, 0.99));
    }

    /** The noise of each node for a price. A full-size record adds 1 to one node of every level. */
    static AdditiveNoise node(Norm norm, CountTree tree, Ratio price) {
        return BlockNoise.forPrice(norm, BigInteger.valueOf(tree.levels()), price, BlockNoise.PRICE)
                .noise();
    }

    static CountTree given(Arguments arguments) {
        try {
            return new CountTree(arguments.get(CHILDREN), arguments.get(LEVELS), arguments.get(ROOTS));
        } catch (InvalidOption e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw CHILDREN.invalid(String.valueOf(e.getMessage()));
        }
    }
}
