package dev.weir.calculator.series;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.BltCache;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.plan.NaiveErrors.Limits;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The parts that questions about running totals and sliding windows share: options for numbers of steps, columns of
 * parameters, and columns of naive mechanisms.
 */
final class SeriesColumns {

    /** The columns of the parameters of a buffered linear Toeplitz factorisation. Lists are joined by vertical bars. */
    static final List<String> BLT = List.of("buffers", "one_minus_theta", "omega", "one_minus_theta_hat", "beta0_beta");

    /** The columns of the parameters of trees. */
    static final List<String> TREE = List.of("k", "levels");

    /**
     * The columns of the largest errors of three naive mechanisms at the same price: noise on each increment, noise on
     * each total, and a binary tree.
     */
    static final List<String> NAIVE = List.of("increment_max_std", "recompute_max_std", "tree_max_std");

    private static final int MOST_BITS = 47;
    private static final long ENOUGH = Long.MAX_VALUE;

    private SeriesColumns() {}

    /** Creates an option that is a number of steps, panes or contributions. */
    static Option<Long> count(String name, String sentence, long least) {
        return Option.whole(name, sentence)
                .in(new Range(
                        "between " + least + " and 2^" + MOST_BITS,
                        count -> count >= least && count <= 1L << MOST_BITS));
    }

    /** The best factorisation with the given number of buffers, or with a number that the design chooses. */
    static Blt optimized(BltDesign design, Optional<Integer> buffers) {
        return BltCache.optimized(design, buffers.orElseGet(design::buffers));
    }

    static Answer parameters(Blt blt, Answer answer) {
        return answer.with("buffers", blt.buffers())
                .with("one_minus_theta", list(blt.eta()))
                .with("omega", list(blt.omega()))
                .with("one_minus_theta_hat", list(blt.etaHat()))
                .with("beta0_beta", list(blt.beta()));
    }

    private static String list(double[] values) {
        return Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining("|"));
    }

    static Answer naive(Plan plan, boolean laplace, Answer answer) {
        Limits pattern = new Limits(plan, 1, ENOUGH);
        NaiveErrors naive = laplace ? NaiveErrors.laplace(pattern, 1) : NaiveErrors.gaussian(pattern, 1);
        return answer.with("increment_max_std", naive.increments())
                .with("recompute_max_std", naive.recomputed())
                .with("tree_max_std", naive.binaryTree());
    }
}
