package dev.weir.jobs.explain;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.PrivacyEvent;
import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * The privacy loss of one person over k periods: exact for one period, composed for more. A unit's account bounds the
 * loss in each period whatever the unit does, so k periods compose as k mechanisms that are fixed beforehand.
 *
 * <p>Pure losses add, by basic composition. At a small delta, pure losses compose to a smaller epsilon: the certified
 * epsilon of k runs of the worst mechanism with the period's epsilon ({@link #atDelta}). Gaussian losses compose to mu
 * sqrt(k): Dong, Roth and Su, "Gaussian differential privacy" (2022), Corollary 3.3. Their epsilon is read off the
 * exact curve at the budget's delta, rounded up.
 *
 * <p>The delta for keys that nobody declared is taken out of the budget's before, and adds k times to the delta of the noise.
 *
 * @param periods k, at least 1
 * @param epsilon the epsilon in nats; the exact sum for pure budgets, else rounded up
 * @param delta the delta of the noise and of the keys that nobody declared; 0 for pure budgets
 */
record ComposedPeriods(int periods, BigDecimal epsilon, BigDecimal delta) {

    /** The delta at which {@link #atDelta} reports pure losses. */
    private static final BigDecimal REPORTED = new BigDecimal("1e-6");

    /** The rounding of spent amounts, which is always up. */
    private static final MathContext UP = new MathContext(6, RoundingMode.CEILING);

    /** The loss to all queries of a plan over k periods. */
    static ComposedPeriods of(Plan plan, int periods) {
        return of(granted(plan), plan.noiseBudget(), periods).with(plan.keys());
    }

    /** This loss and, in each of the periods, the delta for keys. */
    private ComposedPeriods with(Delta keys) {
        BigDecimal more = keys.value().multiply(BigDecimal.valueOf(periods));
        return new ComposedPeriods(periods, epsilon, delta.add(more).stripTrailingZeros());
    }

    /**
     * The loss to all pipelines of a domain over k periods. If the plan's budget is the domain's, the result is the loss to the
     * plan.
     */
    static ComposedPeriods ofDomain(CardInput input, int periods) {
        BudgetSplit domain = input.domainBudget();
        return domain == null
                ? of(input.plan(), periods)
                : of(QueryPrice.afford(domain.noise()), domain.noise(), periods).with(domain.keys());
    }

    private static ComposedPeriods of(Amount granted, Budget budget, int periods) {
        BigDecimal spent = granted.value().multiply(BigDecimal.valueOf(periods));
        if (budget instanceof Budget.Pure) {
            return new ComposedPeriods(periods, spent, BigDecimal.ZERO);
        }
        BigDecimal delta = budget.delta().value().stripTrailingZeros();
        double mu = Math.nextUp(Math.sqrt(Math.nextUp(2 * spent.doubleValue())));
        BigDecimal epsilon = new BigDecimal(GaussianCurve.epsilon(mu, Math.nextDown(delta.doubleValue())));
        // the amount that a budget affords is rounded down, so one period never costs more than the epsilon that the
        // budget states
        boolean isBudget = budget instanceof Budget.Approximate && periods == 1;
        BigDecimal told = isBudget ? epsilon.min(((Budget.Approximate) budget).epsilon()) : epsilon;
        return new ComposedPeriods(periods, told, delta);
    }

    /**
     * The loss under a pure budget over {@code periods} periods at a delta of 10<sup>-6</sup>, rounded up. Empty if this
     * epsilon is no smaller than the sum {@link #of}, as for a single period, and empty for budgets that have a delta of their
     * own.
     */
    static Optional<ComposedPeriods> atDelta(Plan plan, int periods) {
        ComposedPeriods sum = of(plan, periods);
        if (!(plan.budget() instanceof Budget.Pure) || sum.epsilon.signum() == 0 || periods == 1) {
            return Optional.empty();
        }
        PrivacyEvent period =
                new SingleEvent.Pure(Math.nextUp(granted(plan).value().doubleValue()));
        BigDecimal epsilon =
                new BigDecimal(ComposedLoss.of(period.times(periods)).certifiedEpsilon(REPORTED.doubleValue()));
        return epsilon.compareTo(sum.epsilon) < 0
                ? Optional.of(new ComposedPeriods(periods, epsilon, REPORTED))
                : Optional.empty();
    }

    /** The epsilon as text, rounded up to six digits. */
    String epsilonWords() {
        return rounded(epsilon);
    }

    /** A spent amount as text, rounded up to six digits. */
    static String rounded(BigDecimal spent) {
        return spent.round(UP).stripTrailingZeros().toPlainString();
    }

    /** The sum of the shares that all queries were granted of one unit's budget. */
    static Amount granted(Plan plan) {
        Currency currency = plan.queries().get(0).price().share().currency();
        return plan.queries().stream()
                .map(PricedQuery::price)
                .map(price -> price.share())
                .reduce(Amount.zero(currency), Amount::plus);
    }
}
