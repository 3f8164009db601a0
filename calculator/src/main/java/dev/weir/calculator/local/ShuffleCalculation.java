package dev.weir.calculator.local;

import dev.weir.accountant.local.shuffle.ShuffleAmplification;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.util.List;

/** What reports tell to those who see them without order and sender. */
public final class ShuffleCalculation {

    private static final Option<Long> REPORTS = Option.whole("n", "how many honest reports there are, up to 2^31 - 1")
            .in(Range.atLeast(1))
            .held("reports");
    private static final Option<Double> EPSILON0 = Option.number("epsilon0", "of each report, from 1e-6 to 50");
    private static final Option<Double> DELTA = Option.number("delta", "from 1e-30, below 1");
    private static final Option<Integer> OPTIONS = Option.small(
                    "domain", "k: how many options randomized response has; without it no epsilon_krr")
            .held("options");
    private static final Option<Double> PROBE =
            Option.number("epsilon_probe", "an epsilon whose delta is wanted").in(Range.FROM_0);

    private static final String CLONE = "epsilon_clone";
    private static final String RESPONSE = "epsilon_krr";
    private static final String CLOSED = "epsilon_closed_form";
    private static final String AT_PROBE = "delta_clone_at_probe";

    /** The question. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "shuffle",
                            "What local reports tell about one sender to those who see only what is computed from all of them.")
                    .with(REPORTS, EPSILON0, DELTA, OPTIONS, PROBE)
                    .answering(given -> List.of(CLONE, RESPONSE, CLOSED, AT_PROBE).stream()
                            .filter(column -> given.contains(OPTIONS) || !column.equals(RESPONSE))
                            .filter(column -> given.contains(PROBE) || !column.equals(AT_PROBE))
                            .toList())
                    .example("--n 10000 --epsilon0 1 --delta 1e-6 --domain 10"),
            ShuffleCalculation::answer);

    private ShuffleCalculation() {}

    private static Answer answer(Arguments arguments) {
        long reports = arguments.get(REPORTS);
        double epsilon0 = arguments.get(EPSILON0);
        double delta = arguments.get(DELTA);
        ShuffleAmplification cloned = ShuffleAmplification.cloned(epsilon0, reports);
        Answer answer = new Answer().with(CLONE, cloned.epsilon(delta));
        arguments
                .find(OPTIONS)
                .map(options -> ShuffleAmplification.randomizedResponse(epsilon0, reports, options))
                .ifPresent(response -> answer.with(RESPONSE, response.epsilon(delta)));
        answer.with(CLOSED, ShuffleAmplification.closedForm(epsilon0, reports, delta));
        arguments.find(PROBE).ifPresent(probe -> answer.with(AT_PROBE, cloned.delta(probe)));
        return answer;
    }
}
