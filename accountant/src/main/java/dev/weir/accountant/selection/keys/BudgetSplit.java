package dev.weir.accountant.selection.keys;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * A budget, and the part of its &delta; that pays for undeclared keys. That part is taken out, before the rest is converted into noise.
 *
 * <p>All noisy numbers of a domain together are (&epsilon;, &delta;<sub>n</sub>)-indistinguishable for the rest (&epsilon;,
 * &delta;<sub>n</sub>), and by {@link LoneKey} the announced keys add the &delta; that was taken out. A unit that spends both currencies at
 * once may lose both, so neither may be counted twice: all queries of a domain must convert with the same rest.
 *
 * @param whole the budget of one unit and period
 * @param keys the sum of the &delta;s of all queries with undeclared keys; 0 if there are none
 */
public record BudgetSplit(Budget whole, Delta keys) implements Serializable {

    /**
     * @throws InvalidParameter if {@code keys} is above 0 and the budget is pure, or {@code keys} is above the budget's &delta;, or the whole
     *     &delta; of a budget that states rho
     */
    public BudgetSplit {
        if (!keys.equals(Delta.ZERO)) {
            withoutKeys(whole, keys);
        }
    }

    /**
     * A budget of which nothing pays for undeclared keys.
     *
     * @param whole the budget
     */
    public static BudgetSplit ofNoise(Budget whole) {
        return new BudgetSplit(whole, Delta.ZERO);
    }

    /** The budget that is left for noise: see {@link #withoutKeys}. */
    public Budget noise() {
        return keys.equals(Delta.ZERO) ? whole : withoutKeys(whole, keys);
    }

    /**
     * The budget that is left for noise. If the whole &delta; is taken out of an (&epsilon;, &delta;) budget, the rest is pure and its noise
     * is Laplace noise. The rho of a budget stays as it is; its &delta; is the one at which an &epsilon; is reported.
     *
     * @param budget the budget of one unit and period
     * @param keys the sum of the &delta;s of all queries with undeclared keys, above 0
     * @throws InvalidParameter if the budget is pure, {@code keys} is 0 or above the budget's &delta;, or {@code keys} is the whole &delta; of
     *     a budget that states rho
     */
    public static Budget withoutKeys(Budget budget, Delta keys) {
        Require.that(keys.yocto().signum() > 0, "delta of keys", "above 0", keys.words());
        if (budget instanceof Budget.Approximate approximate) {
            return withoutKeys(approximate, keys);
        }
        if (budget instanceof Budget.Concentrated concentrated) {
            Require.that(
                    keys.compareTo(budget.delta()) < 0, "delta of keys", "below the delta of the budget", keys.words());
            return new Budget.Concentrated(concentrated.rho(), rest(budget, keys));
        }
        throw new InvalidParameter("delta of the budget", "stated, because it pays for undeclared keys", "0");
    }

    private static Budget withoutKeys(Budget.Approximate budget, Delta keys) {
        Require.that(
                keys.compareTo(budget.delta()) <= 0, "delta of keys", "at most the delta of the budget", keys.words());
        Delta rest = rest(budget, keys);
        return rest.yocto().signum() == 0
                ? new Budget.Pure(budget.epsilon())
                : new Budget.Approximate(budget.epsilon(), rest);
    }

    private static Delta rest(Budget budget, Delta keys) {
        return new Delta(budget.delta().yocto().subtract(keys.yocto()));
    }
}
