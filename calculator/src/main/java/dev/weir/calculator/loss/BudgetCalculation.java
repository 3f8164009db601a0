package dev.weir.calculator.loss;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;

/**
 * The calculation {@code budget}: the amount of an (&epsilon;, &delta;) budget in currencies whose amounts add up under
 * composition.
 */
public final class BudgetCalculation {

    private static final Option<Double> EPSILON = Option.number("epsilon", "above 0");

    private static final Option<Double> DELTA = Option.number("delta", "above 0 and below 1");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "budget",
                            "The largest rho, and for Gaussian noise alone the largest mu, of an (epsilon, delta) budget.")
                    .with(EPSILON, DELTA)
                    .answering("rho", "mu")
                    .example("--epsilon 1 --delta 1e-6"),
            BudgetCalculation::answer);

    private BudgetCalculation() {}

    private static Answer answer(Arguments arguments) {
        double epsilon = arguments.get(EPSILON);
        double delta = arguments.get(DELTA);
        return new Answer()
                .with("rho", ZcdpConversion.rho(epsilon, delta))
                .with("mu", GaussianCurve.mu(epsilon, delta));
    }
}
