package dev.weir.jobs.output;

import dev.weir.accountant.compose.GaussianCurve;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;

/**
 * What one person may lose over some periods in all: exact for one period, composed for more.
 *
 * <p>Pure losses add: basic composition. Gaussian ones compose to mu sqrt(k): Dong, Roth and Su, "Gaussian differential
 * privacy" (2022), Corollary 3.3 (number not checked); epsilon is read off the exact curve at the budget's delta, rounded
 * up.
 *
 * @param periods k, at least 1
 * @param epsilon in nats
 * @param delta the budget's; 0 for pure budgets
 */
record Loss(int periods, double epsilon, BigDecimal delta) {

    /** The loss to all queries of a plan over {@code periods} periods. */
    static Loss of(Plan plan, int periods) {
        BigDecimal spent = granted(plan).value().multiply(BigDecimal.valueOf(periods));
        Budget budget = plan.budget();
        BigDecimal delta = budget.delta().value().stripTrailingZeros();
        if (budget instanceof Budget.Pure) {
            return new Loss(periods, spent.doubleValue(), BigDecimal.ZERO);
        }
        double mu = Math.nextUp(Math.sqrt(Math.nextUp(2 * spent.doubleValue())));
        return new Loss(periods, GaussianCurve.epsilon(mu, Math.nextDown(delta.doubleValue())), delta);
    }

    /** What all queries were granted of one unit's budget. */
    static Amount granted(Plan plan) {
        Currency currency = plan.queries().get(0).price().share().currency();
        return plan.queries().stream()
                .map(PricedQuery::price)
                .map(price -> price.share())
                .reduce(Amount.zero(currency), Amount::plus);
    }
}
