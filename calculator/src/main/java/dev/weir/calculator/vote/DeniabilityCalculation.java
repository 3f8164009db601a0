package dev.weir.calculator.vote;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.theorem.ApproximateLoss;
import java.util.List;
import java.util.Set;

/** What a record costs that passed the plausible-deniability test. */
final class DeniabilityCalculation extends Calculation {

    DeniabilityCalculation() {
        super(
                "deniability",
                "The (epsilon, delta) of a synthetic record that passed the plausible-deniability test.",
                Option.of("k", "how many records must be able to produce it, at least 2"),
                Option.of("gamma", "the factor within which their probabilities agree, at least 1"),
                Option.of("epsilon0", "of the noise on the count"),
                Option.of("t", "where the proof splits, from 1 to k - 1; without it the best for delta"),
                Option.of("delta", "the most that the best t may cost"));
    }

    @Override
    String example() {
        return "--k 50 --gamma 4 --epsilon0 1 --t 20";
    }

    @Override
    List<String> columns(Set<String> given) {
        return given.contains("delta") ? List.of("epsilon", "delta", "t_best") : List.of("epsilon", "delta");
    }

    @Override
    Answer answer(Arguments arguments) {
        PlausibleDeniability test =
                new PlausibleDeniability(arguments.small("k"), arguments.number("gamma"), arguments.number("epsilon0"));
        return arguments.has("t") ? answer(test.at(arguments.small("t"))) : best(test, arguments);
    }

    private static Answer best(PlausibleDeniability test, Arguments arguments) {
        if (!arguments.has("delta")) {
            throw new InvalidOption("t", "must be given, or delta");
        }
        double delta = arguments.number("delta");
        int best = test.best(delta).orElseThrow(() -> tooSmall(test, delta));
        return answer(test.at(best)).with("t_best", best);
    }

    private static Answer answer(ApproximateLoss loss) {
        return new Answer().with("epsilon", loss.epsilon()).with("delta", loss.delta());
    }

    private static InvalidOption tooSmall(PlausibleDeniability test, double delta) {
        return new InvalidOption("delta", "must be at least " + test.at(1).delta() + ", that of t = 1, was " + delta);
    }
}
