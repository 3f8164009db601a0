package dev.weir.calculator.draw;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.selection.SelectionPrice;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the draw of a candidate costs in Gaussian privacy, and what a price of that affords. */
final class ChoosePriceCalculation extends Calculation {

    private static final String EPSILON = "epsilon";
    private static final String HALF_MU_SQUARED = "half_mu_squared";
    private static final double LARGEST = 1000;
    private static final List<String> PRICES = List.of(
            "mu_exponential",
            "half_mu_squared_exponential",
            "rho_exponential",
            "mu_permute_and_flip",
            "half_mu_squared_permute_and_flip");
    private static final List<String> RANGES =
            List.of("mu", "largest_range_exponential", "largest_epsilon_permute_and_flip");

    ChoosePriceCalculation() {
        super(
                "choose-price",
                "What drawing one of several candidates costs where half mu squared or rho is counted, and what a price affords.",
                Option.of(EPSILON, "of the draw: temperature times span, from 1e-20 to 1000; or"),
                Option.of(HALF_MU_SQUARED, "what the draw may cost, from 1e-100 to 1e5"));
    }

    @Override
    String example() {
        return "--epsilon 0.5";
    }

    @Override
    List<String> columns(Set<String> given) {
        Stream<String> prices = given.contains(EPSILON) ? PRICES.stream() : Stream.empty();
        Stream<String> ranges = given.contains(HALF_MU_SQUARED) ? RANGES.stream() : Stream.empty();
        return Stream.concat(prices, ranges).toList();
    }

    @Override
    Answer answer(Arguments arguments) {
        if (arguments.has(EPSILON) == arguments.has(HALF_MU_SQUARED)) {
            throw new InvalidOption(EPSILON, "must be given, or half_mu_squared, and not both");
        }
        return arguments.has(EPSILON) ? prices(arguments.number(EPSILON)) : ranges(arguments.number(HALF_MU_SQUARED));
    }

    /** The loss of permute-and-flip may have twice the range. */
    private static Answer prices(double epsilon) {
        if (!(epsilon >= 1e-20 && epsilon <= LARGEST)) {
            throw new InvalidOption(EPSILON, "must be between 1e-20 and 1000, was " + epsilon);
        }
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
