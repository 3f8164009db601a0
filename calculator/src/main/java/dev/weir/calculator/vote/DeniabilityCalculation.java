package dev.weir.calculator.vote;

import dev.weir.accountant.synth.DeniableLoss;
import dev.weir.accountant.synth.PlausibleDeniability;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.List;
import java.util.Set;

/**
 * The calculation {@code deniability}: the price of publishing a synthetic record that passed the plausible-deniability
 * test.
 */
public final class DeniabilityCalculation {

    private static final Option<Integer> CANDIDATES = Option.small(
                    "candidates", "k: how many records must be able to produce it, at least 2")
            .alias("k");
    private static final Option<Double> GAMMA =
            Option.number("gamma", "the factor within which their probabilities agree, at least 1");
    private static final Option<Double> EPSILON0 = Option.number("epsilon0", "of the noise on the count");
    private static final Option<Integer> SPLIT = Option.small(
                    "split", "t: where the proof splits, from 1 to k - 1; without it the best for delta")
            .alias("t");
    private static final Option<Double> DELTA = Option.number("delta", "the most that the best t may cost");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "deniability",
                            "The (epsilon, delta) of a synthetic record that passed the plausible-deniability test.")
                    .with(
                            CANDIDATES,
                            GAMMA,
                            EPSILON0,
                            SPLIT,
                            DELTA,
                            DeniableRecords.DELTA_WANTED,
                            DeniableRecords.PASS_RATE,
                            DeniableRecords.RECORDS)
                    .answering(DeniabilityCalculation::columns)
                    .example("--candidates 50 --gamma 4 --epsilon0 1 --split 20"),
            DeniabilityCalculation::answer);

    private DeniabilityCalculation() {}

    private static List<String> columns(Set<Option<?>> given) {
        if (given.contains(DeniableRecords.DELTA_WANTED)) {
            return DeniableRecords.COLUMNS;
        }
        return given.contains(DELTA) ? List.of("epsilon", "delta", "t_best") : List.of("epsilon", "delta");
    }

    private static Answer answer(Arguments arguments) {
        PlausibleDeniability test =
                new PlausibleDeniability(arguments.get(CANDIDATES), arguments.get(GAMMA), arguments.get(EPSILON0));
        if (arguments.has(DeniableRecords.DELTA_WANTED)) {
            return DeniableRecords.answer(test, arguments.find(SPLIT), arguments);
        }
        return arguments.find(SPLIT).map(t -> answer(test.at(t))).orElseGet(() -> best(test, arguments));
    }

    private static Answer best(PlausibleDeniability test, Arguments arguments) {
        if (!arguments.has(DELTA)) {
            throw SPLIT.invalid("must be given, or delta");
        }
        double delta = arguments.get(DELTA);
        int best = test.best(delta).orElseThrow(() -> tooSmall(test, delta));
        return answer(test.at(best)).with("t_best", best);
    }

    private static Answer answer(DeniableLoss loss) {
        return new Answer().with("epsilon", loss.epsilon()).with("delta", loss.delta());
    }

    private static InvalidOption tooSmall(PlausibleDeniability test, double delta) {
        return DELTA.invalid("must be at least " + test.at(1).delta() + ", that of t = 1, was " + delta);
    }
}
