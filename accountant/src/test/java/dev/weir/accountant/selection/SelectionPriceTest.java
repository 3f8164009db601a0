package dev.weir.accountant.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Ratio;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SelectionPriceTest {

    private static void check(double value, double expected) {
        assertThat(value).isCloseTo(expected, within(1e-12 * expected));
    }

    @Test
    void prices_are_those_of_the_reference_and_not_below() {
        Golden.aggregates("selection_price.csv").forEach(row -> {
            double range = row.number("epsilon");
            double exponential = SelectionPrice.halfMuSquared(range);
            check(exponential, row.number("half_mu_squared_exponential"));
            check(Math.sqrt(2 * exponential), row.number("mu_exponential"));
            assertThat(exponential).isGreaterThanOrEqualTo(row.number("half_mu_squared_exponential"));
            double permuted = SelectionPrice.halfMuSquared(2 * range);
            check(permuted, row.number("half_mu_squared_permute_and_flip"));
            assertThat(permuted).isGreaterThanOrEqualTo(row.number("half_mu_squared_permute_and_flip"));
        });
    }

    @Test
    void ranges_are_those_of_the_reference_and_not_above() {
        Golden.aggregates("selection_range_for_price.csv").forEach(row -> {
            double range = SelectionPrice.largestRange(row.number("half_mu_squared"));
            check(range, row.number("largest_range_exponential"));
            check(range / 2, row.number("largest_epsilon_permute_and_flip"));
            assertThat(range).isLessThanOrEqualTo(row.number("largest_range_exponential"));
        });
    }

    @Test
    void a_range_costs_no_more_than_the_price_that_affords_it() {
        for (double price = 1e-12; price < 100; price *= 1.07) {
            double range = SelectionPrice.largestRange(price);
            check(SelectionPrice.halfMuSquared(range), price);
            check(SelectionPrice.largestRange(price), SelectionPrice.largestRange(price * (1 + 1e-13)));
        }
    }

    /**
     * m records have m times the range and m&sup2; times the price of one record; a fraction of a record costs more than its
     * square suggests.
     */
    @Test
    void mu_grows_less_than_the_range() {
        for (double range = 0.01; range < 30; range *= 1.3) {
            double one = Math.sqrt(SelectionPrice.halfMuSquared(range));
            for (int m = 2; m < 12; m++) {
                assertThat(Math.sqrt(SelectionPrice.halfMuSquared(m * range))).isLessThan(m * one * (1 + 1e-12));
            }
        }
        double full = SelectionPrice.halfMuSquared(6);
        assertThat(full / 100).isCloseTo(0.0558, within(1e-4));
        assertThat(SelectionPrice.halfMuSquared(0.6)).isGreaterThan(0.0698);
    }

    @Test
    void temperatures_are_exact_for_epsilon_and_not_above_the_truth_otherwise() {
        Ratio third = Ratio.of(1, 3);
        assertThat(SelectionPrice.temperature(Currency.EPSILON, third, Ratio.of(9, 5)))
                .isEqualTo(Ratio.of(5, 27));
        double rho = SelectionPrice.temperature(Currency.RHO, third, Ratio.ONE).toDouble();
        check(rho, Math.sqrt(8.0 / 3));
        assertThat(rho * rho / 8).isLessThanOrEqualTo(1.0 / 3);
        double gaussian = SelectionPrice.temperature(Currency.HALF_MU_SQUARED, third, Ratio.of(2, 1))
                .toDouble();
        check(2 * gaussian, SelectionPrice.largestRange(1.0 / 3));
    }
}
