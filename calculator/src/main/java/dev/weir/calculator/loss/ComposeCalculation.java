package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.theorem.AdvancedComposition;
import dev.weir.calculator.theorem.ApproximateLoss;
import dev.weir.calculator.theorem.BasicComposition;
import dev.weir.calculator.theorem.GroupPrivacy;
import dev.weir.calculator.theorem.OptimalComposition;
import dev.weir.calculator.theorem.SubsamplingAmplification;

/**
 * The calculation {@code compose}: the (&epsilon;, &delta;) that one theorem gives for mechanisms of which only
 * (&epsilon;, &delta;) is known.
 */
public final class ComposeCalculation {

    private static final Option<String> RULE =
            Option.choice("rule", "", "basic", "drv10", "improved", "kov15", "subsample", "group");
    private static final Option<Double> EPSILON = Option.number("epsilon", "of one mechanism, at least 0");
    private static final Option<Double> DELTA =
            Option.number("delta", "of one mechanism").or(0.0);
    private static final Option<Long> COUNT =
            Option.whole("count", "how many mechanisms, or how large the group").held("size");
    private static final Option<Double> SLACK = Option.number("slack", "delta' of drv10, improved and kov15");
    private static final Option<Double> RATE = Option.number("rate", "of Poisson sampling, for subsample");
    private static final Option<Long> CORNER = Option.whole(
                    "corner", "i: kov15 at its corner (count - 2i) epsilon, instead of slack")
            .alias("i");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("compose", "What (epsilon, delta) becomes by a theorem: composed, sampled, or for a group.")
                    .with(RULE, EPSILON, DELTA, COUNT, SLACK, RATE, CORNER)
                    .answering("epsilon_total", "delta_total")
                    .example("--rule kov15 --epsilon 0.001 --count 500 --slack 1e-6"),
            ComposeCalculation::answer);

    private ComposeCalculation() {}

    private static Answer answer(Arguments arguments) {
        String theorem = arguments.get(RULE);
        ApproximateLoss each = new ApproximateLoss(arguments.get(EPSILON), arguments.get(DELTA));
        ApproximateLoss total = total(theorem, each, arguments);
        return new Answer().with("epsilon_total", total.epsilon()).with("delta_total", total.delta());
    }

    private static ApproximateLoss total(String theorem, ApproximateLoss each, Arguments arguments) {
        if (theorem.equals("subsample")) {
            return SubsamplingAmplification.poisson(each, arguments.get(RATE));
        }
        long count = arguments.get(COUNT);
        return switch (theorem) {
            case "basic" -> BasicComposition.of(each, count);
            case "drv10" -> AdvancedComposition.of(each, count, arguments.get(SLACK));
            case "improved" -> AdvancedComposition.improved(each, count, arguments.get(SLACK));
            case "kov15" -> optimal(each, count, arguments);
            default -> GroupPrivacy.of(each, count);
        };
    }

    private static ApproximateLoss optimal(ApproximateLoss each, long count, Arguments arguments) {
        return !arguments.has(SLACK) && arguments.has(CORNER)
                ? OptimalComposition.corner(each, count, arguments.get(CORNER))
                : OptimalComposition.of(each, count, arguments.get(SLACK));
    }
}
