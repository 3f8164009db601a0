package dev.weir.accountant.compose.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BudgetConversionTest {

    @ParameterizedTest
    @CsvSource({"1, 1e-6", "0.1, 1e-9", "5, 1e-12", "0.3, 1e-20"})
    void what_an_amount_buys_stays_within_the_budget(BigDecimal epsilon, BigDecimal delta) {
        Budget.Approximate budget = new Budget.Approximate(epsilon, Delta.atMost(delta));
        double mu =
                Math.sqrt(2 * BudgetConversion.gaussianAmount(budget).value().doubleValue());
        assertThat(GaussianCurve.epsilon(mu, delta.doubleValue())).isLessThanOrEqualTo(epsilon.doubleValue());
    }

    @Test
    void a_budget_is_worth_the_largest_amount_on_the_exact_gaussian_curve() {
        Budget.Approximate budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        // sigma is 4.2246788893268353 in calibration.csv
        assertThat(BudgetConversion.gaussianAmount(budget))
                .isEqualTo(new Amount(Currency.HALF_MU_SQUARED, 28_014_481_912_630L));
    }
}
