package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.compose.ZcdpConversion;
import java.util.List;
import java.util.Set;

/** What an (&epsilon;, &delta;) budget is worth in currencies that add up. */
final class BudgetCalculation extends Calculation {

    BudgetCalculation() {
        super(
                "budget",
                "The largest rho, and for Gaussian noise alone the largest mu, of an (epsilon, delta) budget.",
                Option.of("epsilon", "above 0"),
                Option.of("delta", "above 0 and below 1"));
    }

    @Override
    String example() {
        return "--epsilon 1 --delta 1e-6";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("rho", "mu");
    }

    @Override
    Answer answer(Arguments arguments) {
        double epsilon = arguments.number("epsilon");
        double delta = arguments.number("delta");
        return new Answer()
                .with("rho", ZcdpConversion.rho(epsilon, delta))
                .with("mu", GaussianCurve.mu(epsilon, delta));
    }
}
