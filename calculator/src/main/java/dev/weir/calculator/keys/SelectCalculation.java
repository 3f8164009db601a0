package dev.weir.calculator.keys;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import java.util.List;
import java.util.Set;

/** Private partition selection: the threshold at which a key is released, and how likely it is. */
final class SelectCalculation extends Calculation {

    private static final List<String> STRATEGIES = List.of("laplace", "gaussian", "truncated-geometric");

    SelectCalculation() {
        super(
                "select",
                "The threshold of private key selection, and how likely a key is released.",
                Option.of("strategy", "one of " + String.join(", ", STRATEGIES)),
                Option.of("epsilon", "for all keys of a unit, above 0"),
                Option.of("delta", "for all keys of a unit, above 0 and below 1"),
                Option.of("max_partitions", "the most keys that one unit can contribute to; 1 if not given", "maxKeys"),
                Option.of("num_users", "how many units contributed to the key, for its probability", "units"),
                Option.of(
                        "pre_threshold",
                        "a key of fewer units than this is never released; 1 if not given",
                        "preThreshold"));
    }

    @Override
    String example() {
        return "--strategy laplace --epsilon 1 --delta 1e-6 --max-partitions 3";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("threshold", "keep_probability");
    }

    @Override
    Answer answer(Arguments arguments) {
        KeySelection selection = selection(arguments.choice("strategy", STRATEGIES), policy(arguments));
        Answer answer = new Answer().with("threshold", selection.threshold());
        return arguments.has("num_users")
                ? answer.with("keep_probability", selection.keepProbability(arguments.whole("num_users")))
                : answer;
    }

    private static SelectionPolicy policy(Arguments arguments) {
        return new SelectionPolicy(
                arguments.number("epsilon"),
                arguments.number("delta"),
                arguments.has("max_partitions") ? arguments.small("max_partitions") : 1,
                arguments.wholeOr("pre_threshold", 1));
    }

    private static KeySelection selection(String strategy, SelectionPolicy policy) {
        return switch (strategy) {
            case "laplace" -> LaplaceThreshold.of(policy);
            case "gaussian" -> GaussianThreshold.of(policy);
            default -> TruncatedGeometric.of(policy);
        };
    }
}
