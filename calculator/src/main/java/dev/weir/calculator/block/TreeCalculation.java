package dev.weir.calculator.block;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.quantile.CountTree;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/** The tree that quantiles are read off. */
final class TreeCalculation extends Calculation {

    private static final int MOST_LEAVES = 65_536;

    TreeCalculation() {
        super(
                "tree",
                "The tree of counts with the smallest errors of ranks, and its errors at a price of 1.",
                BlockNoise.law(),
                Option.of("leaves", "how many values may be released, 1 to 65536"));
    }

    @Override
    String example() {
        return "--law laplace --leaves 1024";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of(
                "k",
                "levels",
                "roots",
                "padded_leaves",
                "node_std_price_1",
                "rank_error95_q50",
                "rank_error95_q90",
                "rank_error95_q99");
    }

    @Override
    Answer answer(Arguments arguments) {
        int leaves = arguments.small("leaves");
        if (leaves < 1 || leaves > MOST_LEAVES) {
            throw new InvalidOption("leaves", "must be between 1 and 65536, was " + leaves);
        }
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

    /** The noise of each node: a record adds 1 to one node of every level. */
    static AdditiveNoise node(Norm norm, CountTree tree, Ratio price) {
        return BlockNoise.forPrice(norm, BigInteger.valueOf(tree.levels()), price, "price")
                .noise();
    }

    static Option[] shape(Option... more) {
        Option[] options = new Option[more.length + 3];
        options[0] = Option.of("k", "how many children a node has, at least 2");
        options[1] = Option.of("levels", "how many levels are counted, at least 1");
        options[2] = Option.of("roots", "how many roots there are, at least 1");
        System.arraycopy(more, 0, options, 3, more.length);
        return options;
    }

    static CountTree given(Arguments arguments) {
        try {
            return new CountTree(arguments.small("k"), arguments.small("levels"), arguments.small("roots"));
        } catch (InvalidOption e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidOption("k", String.valueOf(e.getMessage()));
        }
    }
}
