package dev.weir.calculator.draw;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.selection.SelectionPrice;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.util.List;
import java.util.stream.Stream;

/**
 * The calculation {@code choose-price}: the price of drawing a candidate in currencies of Gaussian noise, and the largest &epsilon; of a
 * draw that a price affords.
 */
public final class ChoosePriceCalculation {

    private static final Option<Double> EPSILON = Option.number("epsilon", "of the draw: temperature times span")
            .in(new Range("between 1e-20 and 1000", epsilon -> epsilon >= 1e-20 && epsilon <= 1000));
    private static final Option<Double> HALF_MU_SQUARED =
            Option.number("half_mu_squared", "instead of epsilon: what the draw may cost, from 1e-100 to 1e5");
    private static final List<String> PRICES = List.of(
            "mu_exponential",
            "half_mu_squared_exponential",
            "rho_exponential",
            "mu_permute_and_flip",
            "half_mu_squared_permute_and_flip");
    private static final List<String> RANGES =
            List.of("mu", "largest_range_exponential", "largest_epsilon_permute_and_flip");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "choose-price",
                            "What drawing one of several candidates costs where half mu squared or rho is counted, and what a price affords.")
                    .with(EPSILON, HALF_MU_SQUARED)
                    .answering(given -> Stream.concat(
                                    given.contains(EPSILON) ? PRICES.stream() : Stream.empty(),
                                    given.contains(HALF_MU_SQUARED) ? RANGES.stream() : Stream.empty())
                            .toList())
                    .example("--epsilon 0.5"),
            ChoosePriceCalculation::answer);

    private ChoosePriceCalculation() {}

    private static Answer answer(Arguments arguments) {
        if (arguments.has(EPSILON) == arguments.has(HALF_MU_SQUARED)) {
            throw EPSILON.invalid("must be given, or half_mu_squared, and not both");
        }
        return arguments.has(EPSILON) ? prices(arguments.get(EPSILON)) : ranges(arguments.get(HALF_MU_SQUARED));
    }

    /**
     * The prices of a draw. At the same &epsilon;, the privacy loss of permute-and-flip may have twice the range of the privacy loss of the
     * exponential mechanism.
     */
    private static Answer prices(double epsilon) {
        double exponential = SelectionPrice.halfMuSquared(epsilon);
        double permuted = SelectionPrice.halfMuSquared(2 * epsilon);
        return new Answer()
                .with("mu_exponential", mu(exponential))
                .with("half_mu_squared_exponential", exponential)
                .with("rho_exponential", Rounding.productUp(epsilon, epsilon) / 8)
                .with("mu_permute_and_flip", mu(permuted))
                .with("half_mu_squared_permute_and_flip", permuted);
    }

    private static Answer ranges(double halfMuSquared) {
        double range = SelectionPrice.largestRange(halfMuSquared);
        return new Answer()
                .with("mu", mu(halfMuSquared))
                .with("largest_range_exponential", range)
                .with("largest_epsilon_permute_and_flip", range / 2);
    }

    private static double mu(double halfMuSquared) {
        return Math.sqrt(2 * halfMuSquared);
    }
}
