package dev.weir.accountant.compose;

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
        double rho = BudgetConversion.zcdpAmount(budget).value().doubleValue();
        assertThat(GaussianCurve.epsilon(mu, delta.doubleValue())).isLessThanOrEqualTo(epsilon.doubleValue());
        assertThat(ZcdpConversion.epsilon(rho, delta.doubleValue())).isLessThanOrEqualTo(epsilon.doubleValue());
    }

    @Test
    void the_exact_gaussian_curve_is_worth_more_than_the_concentrated_one() {
        Budget.Approximate budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(new BigDecimal("1e-6")));
        // calibration.csv: sigma 4.2246788893268353, rho 0.024355970359538376
        assertThat(BudgetConversion.gaussianAmount(budget))
                .isEqualTo(new Amount(Currency.HALF_MU_SQUARED, 28_014_481_912_630L));
        assertThat(BudgetConversion.zcdpAmount(budget)).isBetween(rho(24_355_970_359_535L), rho(24_355_970_359_538L));
    }

    private static Amount rho(long femto) {
        return new Amount(Currency.RHO, femto);
    }
}
