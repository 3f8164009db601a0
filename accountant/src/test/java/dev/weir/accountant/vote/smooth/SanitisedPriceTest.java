package dev.weir.accountant.vote.smooth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.InvalidParameter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SanitisedPriceTest {

    /** The divergence of N(0, (s sigma)^2) from N(shift, sigma^2), by the trapezoidal rule. */
    private static double divergence(double order, double s, double sigma, double shift) {
        double width = sigma * Math.max(s, 1);
        double sum = 0;
        double step = width / 64;
        for (int i = -64 * 400; i <= 64 * 400; i++) {
            double x = i * step;
            double logP = -0.5 * square(x / (s * sigma)) - StrictMath.log(s);
            double logQ = -0.5 * square((x - shift) / sigma);
            sum += StrictMath.exp(order * logP + (1 - order) * logQ) * step;
        }
        return StrictMath.log(sum / (sigma * StrictMath.sqrt(2 * Math.PI))) / (order - 1);
    }

    private static double square(double x) {
        return x * x;
    }

    @ParameterizedTest
    @CsvSource({"10, 0.03, 20", "10, 0.049, 15", "1.5, 0.1, 4", "1.5, 0.3, 1", "25, 0.015, 25", "2, 0.2, 0.7"})
    void the_price_covers_all_pairs_of_outcomes_and_one_of_them_needs_it(double order, double beta, double sigma) {
        SanitisedPrice price = new SanitisedPrice(order, beta, sigma);
        double largest = 0;
        for (int i = -20; i <= 20; i++) {
            double s = StrictMath.exp(beta * i / 20);
            for (double shift : new double[] {0, 0.5 * Math.min(s, 1), Math.min(s, 1)}) {
                largest = Math.max(largest, divergence(order, s, sigma, shift));
            }
        }
        assertThat(price.exact()).isBetween(largest, largest * (1 + 1e-6));
        assertThat(price.rdp()).isEqualTo(Math.max(price.exact(), price.theorem()));
    }

    /** Why the formula of the theorem alone is not charged. */
    @Test
    void near_its_largest_order_the_published_formula_is_below_the_true_divergence() {
        SanitisedPrice price = new SanitisedPrice(10, 0.049, 15);
        assertThat(price.theorem()).isCloseTo(0.3208, within(1e-4));
        assertThat(divergence(10, StrictMath.exp(0.049), 15, 1)).isCloseTo(0.3995, within(1e-3));
    }

    @Test
    void orders_that_have_no_price_are_refused() {
        assertThatThrownBy(() -> new SanitisedPrice(10, 0.05, 1))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageContaining("below 1 / (2 beta)");
        assertThatThrownBy(() -> new SanitisedPrice(10, 0, 1)).isInstanceOf(InvalidParameter.class);
    }
}
