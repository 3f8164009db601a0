package dev.weir.accountant.compose.convert;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Rounding;
import java.math.BigDecimal;

/**
 * Converts a budget stated as (&epsilon;, &delta;) into a currency in which charges add up.
 *
 * <p><b>Guarantee.</b> A computation that spends at most the returned amount is (&epsilon;, &delta;)-differentially
 * private. Every step rounds down: the budget into doubles, the inversion of the privacy curve, the amount into whole
 * steps.
 */
public final class BudgetConversion {

    private static final BigDecimal HALF = new BigDecimal("0.5");

    private BudgetConversion() {}

    /**
     * The largest amount of Gaussian differential privacy, {@code mu^2 / 2}, on the exact curve of {@link
     * GaussianCurve}, rounded down. The amount is meant for accounts that pay for Gaussian noise only.
     *
     * @param budget (&epsilon;, &delta;)
     */
    public static Amount gaussianAmount(Budget.Approximate budget) {
        BigDecimal mu = new BigDecimal(GaussianCurve.mu(epsilon(budget), delta(budget)));
        return Amount.atMost(Currency.HALF_MU_SQUARED, mu.multiply(mu).multiply(HALF));
    }

    private static double epsilon(Budget.Approximate budget) {
        return Rounding.down(budget.epsilon());
    }

    private static double delta(Budget.Approximate budget) {
        return Rounding.down(budget.delta().value());
    }
}
