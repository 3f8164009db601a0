package dev.weir.calculator.keys;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.math.BigDecimal;

/** The options that questions about thresholds of drawn noise share, and the budget that they state. */
final class KeyOptions {

    static final Option<Double> EPSILON =
            Option.number("epsilon", "of the budget of a unit").in(Range.ABOVE_0);
    static final Option<Double> DELTA =
            Option.number("delta", "of the budget of a unit, below 1").in(Range.ABOVE_0);
    static final Option<Double> DISCOVERED = Option.number(
                    "discovered_delta",
                    "what of delta pays for keys: below delta with Gaussian noise, all of it with Laplace noise")
            .in(Range.ABOVE_0)
            .held("delta of keys")
            .held("delta of an examination");
    static final Option<Long> PRE_THRESHOLD = Option.whole("pre_threshold", "a key of fewer units does not exist")
            .or(1L)
            .held("preThreshold");

    /** The chances for which numbers of units are given. */
    static final double EVEN = 0.5;

    static final double LIKELY = 0.95;

    private KeyOptions() {}

    static Delta discovered(Arguments arguments) {
        return delta(arguments, DISCOVERED);
    }

    private static Delta delta(Arguments arguments, Option<Double> option) {
        return Delta.atMost(BigDecimal.valueOf(arguments.get(option)));
    }

    /** The budget that is left for noise once the delta of keys is taken out of it. */
    static Budget rest(Arguments arguments, boolean laplace) {
        BigDecimal epsilon = BigDecimal.valueOf(arguments.get(EPSILON));
        Budget.Approximate budget = new Budget.Approximate(epsilon, delta(arguments, DELTA));
        int order = discovered(arguments).compareTo(budget.delta());
        if (laplace && order != 0) {
            throw DISCOVERED.invalid("must be all of delta for laplace, was " + arguments.get(DISCOVERED));
        }
        if (!laplace && order >= 0) {
            throw DISCOVERED.invalid("must be below delta for Gaussian noise, was " + arguments.get(DISCOVERED));
        }
        return BudgetSplit.withoutKeys(budget, discovered(arguments));
    }
}
