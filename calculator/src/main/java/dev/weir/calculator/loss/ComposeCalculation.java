package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.theorem.AdvancedComposition;
import dev.weir.calculator.theorem.ApproximateLoss;
import dev.weir.calculator.theorem.BasicComposition;
import dev.weir.calculator.theorem.GroupPrivacy;
import dev.weir.calculator.theorem.OptimalComposition;
import dev.weir.calculator.theorem.SubsamplingAmplification;
import java.util.List;
import java.util.Set;

/** What is known of mechanisms of which only (&epsilon;, &delta;) is known, by one theorem. */
final class ComposeCalculation extends Calculation {

    private static final List<String> THEOREMS = List.of("basic", "drv10", "improved", "kov15", "subsample", "group");

    ComposeCalculation() {
        super(
                "compose",
                "What (epsilon, delta) becomes by a theorem: composed, sampled, or for a group.",
                Option.of("rule", "one of " + String.join(", ", THEOREMS)),
                Option.of("epsilon", "of one mechanism, at least 0"),
                Option.of("delta", "of one mechanism; 0 if not given"),
                Option.of("count", "how many mechanisms, or how large the group", "size"),
                Option.of("slack", "delta' of drv10, improved and kov15"),
                Option.of("rate", "of Poisson sampling, for subsample"),
                Option.of("i", "kov15 at its corner (count - 2i) epsilon, instead of slack"));
    }

    @Override
    String example() {
        return "--rule kov15 --epsilon 0.001 --count 500 --slack 1e-6";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("epsilon_total", "delta_total");
    }

    @Override
    Answer answer(Arguments arguments) {
        String theorem = arguments.choice("rule", THEOREMS);
        ApproximateLoss each = new ApproximateLoss(arguments.number("epsilon"), arguments.numberOr("delta", 0));
        ApproximateLoss total = total(theorem, each, arguments);
        return new Answer().with("epsilon_total", total.epsilon()).with("delta_total", total.delta());
    }

    private static ApproximateLoss total(String theorem, ApproximateLoss each, Arguments arguments) {
        if (theorem.equals("subsample")) {
            return SubsamplingAmplification.poisson(each, arguments.number("rate"));
        }
        long count = arguments.whole("count");
        return switch (theorem) {
            case "basic" -> BasicComposition.of(each, count);
            case "drv10" -> AdvancedComposition.of(each, count, arguments.number("slack"));
            case "improved" -> AdvancedComposition.improved(each, count, arguments.number("slack"));
            case "kov15" -> optimal(each, count, arguments);
            default -> GroupPrivacy.of(each, count);
        };
    }

    private static ApproximateLoss optimal(ApproximateLoss each, long count, Arguments arguments) {
        return !arguments.has("slack") && arguments.has("i")
                ? OptimalComposition.corner(each, count, arguments.whole("i"))
                : OptimalComposition.of(each, count, arguments.number("slack"));
    }
}
