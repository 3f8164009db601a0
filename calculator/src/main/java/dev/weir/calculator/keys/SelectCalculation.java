package dev.weir.calculator.keys;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;

/**
 * The calculation {@code select}: the threshold of private partition selection, and the probability that a key is
 * released.
 */
public final class SelectCalculation {

    private static final Option<String> STRATEGY =
            Option.choice("strategy", "", "laplace", "gaussian", "truncated-geometric");
    private static final Option<Double> EPSILON = Option.number("epsilon", "for all keys of a unit, above 0");
    private static final Option<Double> DELTA = Option.number("delta", "for all keys of a unit, above 0 and below 1");
    private static final Option<Integer> KEYS = Option.small(
                    "keys_per_unit", "the most keys that one unit can contribute to")
            .alias("max_partitions")
            .or(1)
            .held("maxKeys");
    private static final Option<Long> UNITS = Option.whole(
                    "units", "how many units contributed to the key, for its probability")
            .alias("num_users");
    private static final Option<Long> PRE_THRESHOLD = Option.whole(
                    "pre_threshold", "a key of fewer units than this is never released")
            .or(1L)
            .held("preThreshold");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("select", "The threshold of private key selection, and how likely a key is released.")
                    .with(STRATEGY, EPSILON, DELTA, KEYS, UNITS, PRE_THRESHOLD)
                    .answering("threshold", "keep_probability")
                    .example("--strategy laplace --epsilon 1 --delta 1e-6 --keys-per-unit 3"),
            SelectCalculation::answer);

    private SelectCalculation() {}

    private static Answer answer(Arguments arguments) {
        KeySelection selection = selection(arguments.get(STRATEGY), policy(arguments));
        Answer answer = new Answer().with("threshold", selection.threshold());
        arguments.find(UNITS).ifPresent(units -> answer.with("keep_probability", selection.keepProbability(units)));
        return answer;
    }

    private static SelectionPolicy policy(Arguments arguments) {
        return new SelectionPolicy(
                arguments.get(EPSILON), arguments.get(DELTA), arguments.get(KEYS), arguments.get(PRE_THRESHOLD));
    }

    private static KeySelection selection(String strategy, SelectionPolicy policy) {
        return switch (strategy) {
            case "laplace" -> LaplaceThreshold.of(policy);
            case "gaussian" -> GaussianThreshold.of(policy);
            default -> TruncatedGeometric.of(policy);
        };
    }
}
